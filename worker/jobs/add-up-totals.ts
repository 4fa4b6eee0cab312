/**
 * Adds new rows to the running totals and to the founder's numbers, and backfills the search keys of older members and the confusable
 * skeletons of their usernames. Once a day, also updates the token column that the admin member list is sorted by.
 */
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';
import { countNumbers } from './count-numbers.ts';

/**
 * `now` is in Unix seconds (UTC). Safe to run twice, late or in parallel, and safe to interrupt; the next run resumes where this one
 * stopped.
 */
export async function addUpTotals(
  deps: { store: Pick<Store, 'facts' | 'sums' | 'listedTokens' | 'searchKeys' | 'usernames'>; budget: Budget },
  now: number,
): Promise<void> {
  const { store, budget } = deps;
  await store.sums.recount();
  while (!budget.isSpent() && (await store.sums.addSome(now)));
  while (!budget.isSpent() && (await store.usernames.addSomeSkeletons()));
  while (!budget.isSpent() && (await store.searchKeys.addSome()));
  while (!budget.isSpent() && (await store.listedTokens.moveSome(now)));
  await countNumbers({ store, budget }, now);
}
