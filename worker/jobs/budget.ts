/** Limits one run of a job. Once the budget is spent, no new work starts, and the next run does the rest. */
import type { Database } from '#worker/store/database.ts';
import { observeDatabase } from '#worker/store/observed-database.ts';

/** D1 allows 1,000 statements per invocation. The difference is reserved for finishing the last row and for the final writes. */
export const maxStatementsPerRun = 700;
/** Cron allows 15 minutes. A run that takes four minutes is waiting for a slow provider, so it leaves the rest to the next run. */
const maxSecondsPerRun = 4 * 60;

export interface Budget {
  isSpent(): boolean;
}

/** Wraps the database so that its statements count against the budget. */
export function startBudget(db: Database): { db: Database; budget: Budget } {
  let statements = 0;
  const endsAt = Date.now() + maxSecondsPerRun * 1_000;
  const countingDatabase = observeDatabase(db, () => {
    statements += 1;
  });
  return { db: countingDatabase, budget: { isSpent: () => statements >= maxStatementsPerRun || Date.now() >= endsAt } };
}

/** Repeats `work`, which handles up to `perStep` rows and returns the number handled, until no rows are left or the budget is spent. */
export async function repeatUntilDone(budget: Budget, perStep: number, work: () => Promise<number>): Promise<void> {
  while (!budget.isSpent()) if ((await work()) < perStep) return;
}
