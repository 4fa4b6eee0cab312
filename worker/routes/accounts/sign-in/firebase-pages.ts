/**
 * Proxies Firebase's sign-in pages through our host (/__/auth/…, /__/firebase/…). Browsers partition storage by site, so the redirect only
 * works from our origin. Only used with a Firebase project.
 */
import { type Context, Hono } from 'hono';
import { requestBodyLimitBytes } from '#schema/rules.ts';
import { readConfig } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { readBody, wholeBody } from '#worker/middleware/json-body.ts';
import { signInOutagePage, signInOutagePolicy } from './sign-in-outage-page.ts';

const timeoutMs = 10_000;
const retryAfterSeconds = 60;
/** Request headers to forward. They never include our cookies or tokens. */
const forwardedRequestHeaders = ['Accept', 'Accept-Language', 'Content-Type', 'If-None-Match', 'If-Modified-Since', 'User-Agent'];
const forwardedResponseHeaders = ['Content-Type', 'Cache-Control', 'ETag', 'Last-Modified', 'Expires', 'Vary'];

/**
 * Response headers for Firebase's pages. They differ from ours because these pages load their own scripts and send a referrer, as on
 * Firebase's own host. Our pages also embed one of them in a frame.
 */
const ownHeaders = {
  'Content-Security-Policy': "frame-ancestors 'self'",
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
};

export const firebasePageRoutes = new Hono<AppEnv>()
  .get('/__/auth/*', continueOrSkip)
  .get('/__/firebase/*', continueOrSkip)
  // Sign in with Apple posts a form to this page from Apple's origin, so this route must accept POST.
  .post('/__/auth/handler', wholeBody(requestBodyLimitBytes), continueOrSkip);

async function continueOrSkip(c: Context<AppEnv>, next: () => Promise<void>): Promise<Response | undefined> {
  const { identity, publicOrigin } = await readConfig(c.env);
  if (!identity?.firebase) {
    await next();
    return undefined;
  }
  const host = `https://${identity.firebase.projectId}.firebaseapp.com`;
  const { pathname, search } = new URL(c.req.url);
  const body = c.req.method === 'POST' ? readBody(c) : null;
  const request = { method: c.req.method, headers: pickHeaders(c.req.raw.headers, forwardedRequestHeaders), body };
  const page = await fetchPage(`${host}${pathname}${search}`, request);
  if (!page) return outage(c);
  const headers = pickHeaders(page.headers, forwardedResponseHeaders);
  const target = page.headers.get('Location');
  if (target) headers.set('Location', target.startsWith(`${host}/`) ? publicOrigin + target.slice(host.length) : target);
  for (const [name, value] of Object.entries(ownHeaders)) headers.set(name, value);
  return new Response(page.body, { status: page.status, headers });
}

/** Returns undefined if Firebase's host fails or is unreachable. */
async function fetchPage(address: string, init: RequestInit): Promise<Response | undefined> {
  try {
    const answer = await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    if (answer.status < 500) return answer;
    await answer.body?.cancel();
  } catch {
    // Treat a network error like a failed response.
  }
  return undefined;
}

/** Returns an outage page: HTML for people, JSON for scripts. */
function outage(c: Context<AppEnv>): Response {
  const mode = c.req.header('Sec-Fetch-Mode');
  const isNavigation = mode ? mode === 'navigate' : c.req.header('Accept')?.includes('text/html');
  if (!isNavigation) throw new ApiError('identity_unavailable');
  const headers = { 'Content-Security-Policy': signInOutagePolicy, 'Cache-Control': 'no-store', 'Retry-After': String(retryAfterSeconds) };
  return c.html(signInOutagePage, 503, { ...ownHeaders, ...headers });
}

function pickHeaders(headers: Headers, names: string[]): Headers {
  const responseHeaders = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) responseHeaders.set(name, value);
  }
  return responseHeaders;
}
