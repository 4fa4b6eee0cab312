/** Retains the evidence in review cases for a limited time after the decision, then erases it. Product rules: Reviews. */
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';

interface CaseDeps {
  store: Pick<Store, 'caseEvidence' | 'erasure' | 'reviews'>;
  budget: Budget;
}

const casesPerRead = 20;

/**
 * Records new cases. Must run before any evidence is erased. Returns false if the budget was spent before all cases were recorded. Safe to
 * repeat and to run concurrently.
 */
export async function recordCases({ store, budget }: CaseDeps, now: number): Promise<boolean> {
  await store.caseEvidence.sync(now);
  for (;;) {
    const certificateIds = await store.caseEvidence.unrecorded(now, casesPerRead);
    for (const id of certificateIds) {
      if (budget.isSpent()) return false;
      await store.caseEvidence.record(id, await store.reviews.caseCards(id));
    }
    if (certificateIds.length < casesPerRead) return true;
  }
}

/** Erases data that was stored only for cases that are now closed. If the budget runs out, the next run erases the rest. */
export async function endCases({ store, budget }: CaseDeps, now: number): Promise<void> {
  while (!budget.isSpent()) {
    const ended = await store.caseEvidence.ended(now);
    if (!ended) return;
    for (const userId of ended.members) while (!(await store.erasure.eraseSome(userId, now))) if (budget.isSpent()) return;
    while (!(await store.caseEvidence.clearScans(ended.certificateId, now))) if (budget.isSpent()) return;
    await store.caseEvidence.delete(ended.certificateId, now);
  }
}
