/** Adds finds to the sums of the administrators' area, and once a day to its order of members by tokens. */
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';

/** `now` in UTC unix seconds. Safe to run twice, late or in parallel, or to be cut off: what is not added yet is added by whoever reads. */
export async function addUpFinds(deps: { store: Pick<Store, 'findSums' | 'listedTokens'>; budget: Budget }, now: number): Promise<void> {
  const { store, budget } = deps;
  while (!budget.isSpent() && (await store.findSums.addSome()));
  while (!budget.isSpent() && (await store.listedTokens.moveSome(now)));
}
