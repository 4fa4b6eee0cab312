/**
 * Gives administrators read-only access to a member's account. `openToViewers` is an allowlist. It contains no call that places an order,
 * counts against the member's limits or exposes secrets (card codes, sessions, the data download, the payout address). New routes are
 * blocked until they are added. Product rules: Administrators.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { ApiError } from '#worker/errors.ts';
import { firstAccepted } from '#worker/security/first-accepted.ts';
import { readSessionToken, viewingTokens } from '#worker/security/session-token.ts';
import { admitViewer } from './admin.ts';
import type { AppEnv } from './context.ts';

/** Mounted paths of the GET routes that administrators may call while they view a member's account. */
export const openToViewers: ReadonlySet<string> = new Set([
  '/api/config',
  '/api/user',
  '/api/user/bounce',
  '/api/tokens',
  '/api/finds',
  '/api/finds/summary',
  '/api/cache-cards',
  '/api/progress',
  '/api/orders',
  '/api/orders/parcels',
  '/api/membership',
  '/api/payments',
  '/api/referrals',
  '/api/earnings',
  '/api/treasure-chests',
  '/api/vacation-certificates',
  '/api/ownership-claims',
  '/api/messages',
]);

export const viewing = createMiddleware<AppEnv>(async (c, next) => {
  const token = c.req.header('Authorization')?.match(/^Viewing +(\S+)$/i)?.[1];
  if (token !== undefined) {
    const subject = await firstAccepted(c.var.config.accepted.adminToken, (key) => readSessionToken(viewingTokens, key, token));
    if (!subject) throw new ApiError('viewing_ended');
    if (!isOpen(c)) throw new ApiError('viewing_only');
    await admitViewer(c, subject.sessionHash).catch((error: unknown) => {
      throw error instanceof ApiError ? new ApiError('viewing_ended') : error;
    });
    c.set('viewer', { userId: subject.id, sessionHash: subject.sessionHash, isViewing: true });
  }
  await next();
});

/**
 * Whether a viewer may make the call. If several routes match, the one that was mounted first applies. If none matches, there is nothing to
 * protect, because the response is 404.
 */
function isOpen(c: Context<AppEnv>): boolean {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL');
  return c.req.method === 'GET' && (route === undefined || openToViewers.has(route.path));
}
