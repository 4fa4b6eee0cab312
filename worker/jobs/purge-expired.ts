/** Deletes expired sessions, links, counters, sent email and scan evidence. */
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';

/** `now` is in Unix seconds (UTC). Safe to run twice, late, in parallel, or interrupted; the next run deletes the rest. */
export async function purgeExpired(deps: { store: Pick<Store, 'expired' | 'scanEvidence'>; budget: Budget }, now: number): Promise<void> {
  const { store, budget } = deps;
  const isBudgetSpent = () => budget.isSpent();
  await store.expired.delete(now, isBudgetSpent);
  await store.scanEvidence.eraseOld(now, isBudgetSpent);
}
