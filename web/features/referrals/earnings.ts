/** What the dashboard's tile and the referrals page ask of the member's earnings. */

import type { User } from '#schema/accounts/user.ts';
import { Earnings } from '#schema/site.ts';
import { useQuery } from '#web/lib/api/query.ts';

/** Whether there is anything to ask: of paid members always, of a free one what they earned while they were one. */
export function mayHaveEarned({ role, hasEarnings }: Pick<User, 'role' | 'hasEarnings'>): boolean {
  return role !== 'free' || hasEarnings;
}

/** Commissions and chest payouts; who cannot have any does not ask. */
export function useEarnings(user: Pick<User, 'role' | 'hasEarnings'>) {
  return useQuery(mayHaveEarned(user) ? '/api/earnings' : null, Earnings, { asksOnVisit: true });
}
