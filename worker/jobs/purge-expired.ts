/** Deletes expired sessions, links, counters, sent email and scan evidence. */
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';
import { recordCases } from './review-cases.ts';

/** `now` is in Unix seconds (UTC). Safe to run twice, late or in parallel, and safe to interrupt; the next run deletes the rest. */
export async function purgeExpired(
  deps: { store: Pick<Store, 'caseEvidence' | 'erasure' | 'expired' | 'reviews' | 'scanEvidence'>; budget: Budget },
  now: number,
): Promise<void> {
  const { store, budget } = deps;
  const isBudgetSpent = () => budget.isSpent();
  await store.expired.delete(now, isBudgetSpent);
  if (await recordCases(deps, now)) await store.scanEvidence.eraseOld(now, isBudgetSpent);
}
