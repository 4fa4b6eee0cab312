/** How our cookies are called and kept. */
import type { Context } from 'hono';
import { generateCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

const oneMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

function isLocal(c: Pick<Context, 'req'>): boolean {
  return oneMachine.has(new URL(c.req.url).hostname);
}

/**
 * The name under which a cookie is kept. With `__Host-` a browser takes it over https alone, and from no subdomain; on
 * localhost, which has no https, the name stands alone.
 */
function cookieName(c: Pick<Context, 'req'>, name: string): string {
  return isLocal(c) ? name : `__Host-${name}`;
}

export function cookieOptions(c: Pick<Context, 'req'>) {
  return { path: '/', sameSite: 'Lax', secure: !isLocal(c) } as const;
}

/** A cookie that `writeHostCookie` set. */
export function readHostCookie(c: Pick<Context, 'req'>, name: string): string | undefined {
  const kept = cookieName(c, name);
  return parse(c.req.header('Cookie') ?? '', kept)[kept];
}

/** Sets a cookie that scripts cannot read and other hosts cannot set; for no time at all it is taken away. */
export function writeHostCookie(c: Pick<Context, 'req' | 'header'>, name: string, value: string, maxAgeSeconds: number): void {
  const options = { ...cookieOptions(c), httpOnly: true, maxAge: maxAgeSeconds };
  c.header('Set-Cookie', generateCookie(cookieName(c, name), value, options), { append: true });
}
