/** What the dashboard's tile and the referrals page ask of the member's earnings. */
import { Earnings } from '#schema/site.ts';
import type { User } from '#schema/user.ts';
import { useQuery } from '#web/lib/query.ts';

/** Commissions and chest payouts; only paid members have any, so nobody else asks. */
export function useEarnings(tier: User['role']) {
  return useQuery(tier === 'free' ? null : '/api/earnings', Earnings, { asksOnVisit: true });
}
