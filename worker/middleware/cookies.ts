/** Names and attributes of cookies. */
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Config } from '#worker/env.ts';
import type { AppEnv } from './context.ts';

/**
 * What a cookie is called. Browsers take the prefix from this very host alone, and encrypted: no neighbouring host can put a
 * cookie of its own in its place.
 */
export function cookieName(name: string, config: Config): string {
  return config.isOnOwnMachine ? name : `__Host-${name}`;
}

/** Path, SameSite and Secure of each cookie; no Domain, so that it is for this host alone. */
export function cookieOptions(config: Config) {
  return { path: '/', sameSite: 'Lax', secure: !config.isOnOwnMachine } as const;
}

/** A cookie that no script can read, for so many seconds; 0 takes it from the browser. */
export function setHostCookie<E extends AppEnv>(c: Context<E>, name: string, value: string, maxAge: number): void {
  const { config } = c.var;
  setCookie(c, cookieName(name, config), value, { ...cookieOptions(config), httpOnly: true, maxAge });
}
