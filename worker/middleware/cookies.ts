import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Config } from '#worker/env.ts';
import type { AppEnv } from './context.ts';

/** Browsers only accept the `__Host-` prefix from this exact host over https, so other subdomains cannot overwrite the cookie. */
export function cookieName(name: string, config: Config): string {
  return config.isOnOwnMachine ? name : `__Host-${name}`;
}

/** Attributes of all our cookies. The Domain attribute is omitted so that browsers send the cookies to this host only. */
export function cookieOptions(config: Config) {
  return { path: '/', sameSite: 'Lax', secure: !config.isOnOwnMachine } as const;
}

/** Sets an HttpOnly cookie. A lifetime of 0 deletes it. */
export function setHostCookie<E extends AppEnv>(c: Context<E>, name: string, value: string, maxAge: number): void {
  const { config } = c.var;
  setCookie(c, cookieName(name, config), value, { ...cookieOptions(config), httpOnly: true, maxAge });
}
