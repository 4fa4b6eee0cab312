/** Rejects unsafe methods from other sites (CSRF), including sign-in and registration. Product rules: Accounts and sessions. */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from './context.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const sameSiteValues = new Set(['same-origin', 'none']);

/** Requests without Sec-Fetch-Site and Origin do not come from a browser and are allowed. */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (!safeMethods.has(c.req.method)) refuseCrossSite(c);
  await next();
});

/**
 * Like `sameOrigin`, but also checks safe methods, for GET routes that create an order or count toward a limit. Otherwise, another site could
 * use up the limits of its visitors.
 */
export const sameOriginAlways = createMiddleware<AppEnv>(async (c, next) => {
  refuseCrossSite(c);
  await next();
});

function refuseCrossSite(c: Context<AppEnv>): void {
  const site = c.req.header('Sec-Fetch-Site');
  const origin = c.req.header('Origin');
  const isCrossSite = site !== undefined && !sameSiteValues.has(site);
  const isCrossOrigin = origin !== undefined && origin !== c.var.config.publicOrigin && origin !== new URL(c.req.url).origin;
  if (isCrossSite || isCrossOrigin) throw new ApiError('foreign_origin');
}
