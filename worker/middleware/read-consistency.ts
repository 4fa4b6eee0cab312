/** Defines which calls may read from a replica. Product rules: Read replicas. */
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { ReadConsistency } from '#worker/store/request-database.ts';

/**
 * Defines which database state a call may read, by method and mounted path. `nearest`: any replica, for data that the caller cannot have
 * just changed. `bookmark`: data at least as new as what the caller has already seen. All other calls read from the primary, including
 * those for payments in progress, account security, and administrators' payment and payout pages. Files are also read from the primary
 * because browsers request them without a bookmark.
 */
export const readConsistency: Readonly<Record<string, 'nearest' | 'bookmark'>> = {
  // A scan may be based on stale data because its write on the primary repeats the checks.
  'POST /api/scan': 'nearest',

  'GET /api/health': 'nearest',
  'GET /api/config': 'nearest',
  'GET /api/tiles/:zoom/:x/:y': 'nearest',
  'GET /api/user': 'bookmark',
  'GET /api/finds': 'bookmark',
  'GET /api/finds/summary': 'bookmark',
  'GET /api/finds/search': 'bookmark',
  'GET /api/finds/:cardId': 'bookmark',
  'GET /api/cache-cards/:cardId/activity': 'bookmark',
  'GET /api/preferences': 'bookmark',
  'GET /api/progress': 'bookmark',
  'GET /api/unsubscribe/one-click': 'nearest',
  'GET /api/orders': 'bookmark',
  'GET /api/membership': 'bookmark',
  'GET /api/payments': 'bookmark',
  'GET /api/referrals': 'bookmark',
  'GET /api/referrals/qr': 'nearest',
  'GET /api/orders/parcels': 'bookmark',
  'GET /api/earnings': 'bookmark',
  'GET /api/treasure-chests': 'bookmark',
  'GET /api/cards/country': 'nearest',
  'GET /api/stays/figures': 'nearest',
  'GET /api/cards/near': 'bookmark',
  'GET /api/cards/:id/details': 'bookmark',
  'GET /api/cards/in': 'bookmark',
  'GET /api/cache-cards': 'bookmark',
  'GET /api/cache-cards/:cardId': 'bookmark',
  'GET /api/cache-cards/:cardId/qr': 'bookmark',
  'GET /api/card/:cardId': 'bookmark',
  'GET /api/qr/:cardId': 'nearest',
  'GET /api/ownership-claims': 'bookmark',
  'GET /api/messages': 'bookmark',
  'GET /api/tokens': 'bookmark',
  'GET /api/vacation-certificates': 'bookmark',

  'GET /api/admin/users/:userId/notes': 'bookmark',
  'GET /api/admin/users/:userId/timeline': 'bookmark',
  'GET /api/admin/orders': 'bookmark',
  'GET /api/admin/orders/:orderId': 'bookmark',
  'GET /api/admin/print-orders': 'bookmark',
  'GET /api/admin/mails': 'bookmark',
  'GET /api/admin/mails/:id': 'bookmark',
  'GET /api/admin/totals': 'bookmark',
  'GET /api/admin/overview': 'bookmark',
  'GET /api/admin/search': 'bookmark',
  'GET /api/admin/charts': 'bookmark',
  'GET /api/admin/me': 'bookmark',
  'GET /api/admin/users': 'bookmark',
  'GET /api/admin/users/:userId': 'bookmark',
  'GET /api/admin/audit': 'bookmark',
  'GET /api/admin/certificates': 'bookmark',
  'GET /api/admin/certificates/:id': 'bookmark',
  'GET /api/admin/reviews': 'bookmark',
  'GET /api/admin/reviews/:id': 'bookmark',
  'GET /api/admin/reviews/:id/case': 'bookmark',
  'GET /api/admin/review-decisions': 'bookmark',
  'GET /api/admin/review-decisions/:id': 'bookmark',
  'GET /api/admin/second-looks': 'bookmark',
  'GET /api/admin/messages': 'bookmark',
  'GET /api/admin/messages/:id': 'bookmark',
  'GET /api/admin/tokens': 'bookmark',
  'GET /api/admin/tokens/totals': 'bookmark',
  'GET /api/admin/cards': 'bookmark',
  'GET /api/admin/cards/:cardId': 'bookmark',
  'GET /api/admin/claims': 'bookmark',
  'GET /api/admin/claims/:id': 'bookmark',
  'GET /api/test-cards': 'bookmark',
};

/**
 * Returns the read consistency of the current call. If several routes match, the one that was mounted first handles the request, so its
 * setting applies.
 */
export function chooseReadConsistency<E extends object>(c: Context<E>): ReadConsistency {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL');
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
  return (route && readConsistency[`${method} ${route.path}`]) ?? 'primary';
}
