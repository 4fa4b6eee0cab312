/** Runs a job until it is done, as its cron would. */
import type { D1Database } from '@cloudflare/workers-types';
import { countStatements } from '#scripts/lab/bench/statements.ts';
import { startBudget } from '#worker/jobs/budget.ts';

export interface JobRuns {
  runs: number;
  /** The highest figures of a run, and of a statement: its time and rows. */
  seconds: number;
  statements: number;
  slowestMs: number;
  rowsRead: number;
  rowsWritten: number;
}

/** Runs the job with new budgets until one is not used up. */
export async function runUntilDone(
  database: D1Database,
  run: (budgeted: ReturnType<typeof startBudget>) => Promise<void>,
): Promise<JobRuns> {
  const worst = { seconds: 0, statements: 0, slowestMs: 0, rowsRead: 0, rowsWritten: 0 };
  for (let runs = 1; ; runs += 1) {
    const { db, use } = countStatements(database);
    const budgeted = startBudget(db as never);
    const startedAt = performance.now();
    await run(budgeted);
    worst.seconds = Math.max(worst.seconds, (performance.now() - startedAt) / 1_000);
    for (const figure of ['statements', 'slowestMs', 'rowsRead', 'rowsWritten'] as const)
      worst[figure] = Math.max(worst[figure], use[figure]);
    if (!budgeted.budget.isSpent()) return { runs, ...worst };
  }
}

export const jobRunsHead = ['runs', 'seconds per run', 'statements per run', 'slowest ms', 'most rows read', 'most rows written'];

/** Returns the cells of a table's row, in the order of `jobRunsHead`. */
export function jobRunsCells({ runs, seconds, statements, slowestMs, rowsRead, rowsWritten }: JobRuns): string[] {
  return [
    String(runs),
    seconds.toFixed(1),
    String(statements),
    slowestMs.toFixed(0),
    rowsRead.toLocaleString('en'),
    rowsWritten.toLocaleString('en'),
  ];
}
