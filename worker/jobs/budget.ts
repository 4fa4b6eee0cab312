/** What one run of a job may use. It begins nothing new once that is spent, and the next run goes on. */
import type { Database } from '#worker/store/database.ts';
import { watchedDatabase } from '#worker/store/watched-database.ts';

/** Of the 1,000 statements that D1 runs for an invocation: the rest is for the row that was begun last, and for what is written at the end. */
export const statementsARun = 700;
/** Cron lets a run take 15 minutes; one that takes longer than this is slowed down by a provider, and the next one may do better. */
const secondsARun = 4 * 60;

export interface Budget {
  isSpent(): boolean;
}

/** The same database, and a budget that its statements are taken from. */
export function startBudget(db: Database): { db: Database; budget: Budget } {
  let statements = 0;
  const until = Date.now() + secondsARun * 1_000;
  const counted = watchedDatabase(db, () => {
    statements += 1;
  });
  return { db: counted, budget: { isSpent: () => statements >= statementsARun || Date.now() >= until } };
}
