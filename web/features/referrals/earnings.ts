import type { User } from '#schema/accounts/user.ts';
import { Earnings } from '#schema/site.ts';
import { useQuery } from '#web/lib/api/query.ts';

/** Always true for paid members; for free ones if they earned before. */
export function canHaveEarnings({ role, hasEarnings }: Pick<User, 'role' | 'hasEarnings'>): boolean {
  return role !== 'free' || hasEarnings;
}

/** Requests nothing for members without earnings. */
export function useEarnings(user: Pick<User, 'role' | 'hasEarnings'>) {
  return useQuery(canHaveEarnings(user) ? '/api/earnings' : null, Earnings, { revalidatesOnMount: true });
}
