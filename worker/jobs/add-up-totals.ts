/** Adds new rows to the sums of the administrators' area, and once a day re-sorts its list of members by tokens. */
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';

/** `now` in UTC unix seconds. Safe to run twice, late or in parallel, or to be cut off: the next run continues. */
export async function addUpTotals(deps: { store: Pick<Store, 'sums' | 'listedTokens'>; budget: Budget }, now: number): Promise<void> {
  const { store, budget } = deps;
  await store.sums.recount();
  while (!budget.isSpent() && (await store.sums.addSome()));
  while (!budget.isSpent() && (await store.listedTokens.moveSome(now)));
}
