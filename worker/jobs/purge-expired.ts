/** Deletes expired sessions, links, counters, sent mails, and scan evidence. */
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';

/** `now` in Unix seconds (UTC). Safe to run twice, late, in parallel, or interrupted: the rest waits for the next run. */
export async function purgeExpired(deps: { store: Pick<Store, 'expired' | 'scanEvidence'>; budget: Budget }, now: number): Promise<void> {
  const { store, budget } = deps;
  const isOver = () => budget.isSpent();
  await store.expired.delete(now, isOver);
  await store.scanEvidence.eraseOld(now, isOver);
}
