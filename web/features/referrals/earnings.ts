import type { User } from '#schema/accounts/user.ts';
import { Earnings } from '#schema/site.ts';
import { useQuery } from '#web/lib/api/query.ts';

/** Returns whether the member may have earnings: all members with a paid tier, and free members who have earned something before. */
export function canHaveEarnings({ role, hasEarnings }: Pick<User, 'role' | 'hasEarnings'>): boolean {
  return role !== 'free' || hasEarnings;
}

/** Loads the earnings, except for members who cannot have any. */
export function useEarnings(user: Pick<User, 'role' | 'hasEarnings'>) {
  return useQuery(canHaveEarnings(user) ? '/api/earnings' : null, Earnings, { revalidatesOnMount: true });
}
