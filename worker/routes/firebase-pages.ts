/**
 * Firebase's own sign-in pages under our host (/__/auth/…, /__/firebase/…): browsers keep storage of other sites apart, so the
 * redirect works from the site's own origin alone. Only where a Firebase project is configured.
 */
import { type Context, Hono } from 'hono';
import { requestBodyLimitBytes } from '#schema/rules.ts';
import { readConfig } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { readBody } from '#worker/middleware/json-body.ts';

const timeoutMs = 10_000;
/** What their pages may be told of the visitor: no cookie of ours, and no token. */
const passedOn = ['Accept', 'Accept-Language', 'Content-Type', 'If-None-Match', 'If-Modified-Since', 'User-Agent'];
const passedBack = ['Content-Type', 'Cache-Control', 'ETag', 'Last-Modified', 'Expires', 'Vary'];

export const firebasePageRoutes = new Hono<AppEnv>()
  .get('/__/auth/*', passOn)
  .get('/__/firebase/*', passOn)
  // Apple answers with a form, from its own origin.
  .post('/__/auth/handler', passOn);

async function passOn(c: Context<AppEnv>, next: () => Promise<void>): Promise<Response | undefined> {
  const { identity, publicOrigin } = await readConfig(c.env);
  if (!identity?.firebase) {
    await next();
    return undefined;
  }
  const host = `https://${identity.firebase.projectId}.firebaseapp.com`;
  const { pathname, search } = new URL(c.req.url);
  const body = c.req.method === 'POST' ? await readBody(c, requestBodyLimitBytes) : null;
  const page = await ask(`${host}${pathname}${search}`, { method: c.req.method, headers: chosen(c.req.raw.headers, passedOn), body });
  const headers = chosen(page.headers, passedBack);
  const target = page.headers.get('Location');
  if (target) headers.set('Location', target.startsWith(`${host}/`) ? publicOrigin + target.slice(host.length) : target);
  // Their pages bring scripts of their own, and our own page frames one of them.
  headers.set('Content-Security-Policy', "frame-ancestors 'self'");
  headers.set('Strict-Transport-Security', 'max-age=31536000');
  headers.set('X-Content-Type-Options', 'nosniff');
  return new Response(page.body, { status: page.status, headers });
}

async function ask(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    throw new ApiError('identity_unavailable');
  }
}

function chosen(headers: Headers, names: string[]): Headers {
  const kept = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}
