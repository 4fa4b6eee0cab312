/** Adds finds to the sums of the administrators' area. */
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';

/** Safe to run twice, late or in parallel, or to be cut off: what is not added yet is added by whoever reads. */
export async function addUpFinds({ store, budget }: { store: Pick<Store, 'findSums'>; budget: Budget }): Promise<void> {
  while (!budget.isSpent() && (await store.findSums.addSome()));
}
