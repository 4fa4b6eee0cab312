import type { D1Database, KVNamespace } from '@cloudflare/workers-types';
import { markdownTable } from '#scripts/lab/bench/report.ts';
import { countStatements } from '#scripts/lab/bench/statements.ts';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { addUpTotals } from '#worker/jobs/add-up-totals.ts';
import { maxStatementsPerRun, startBudget } from '#worker/jobs/budget.ts';
import { checkLedger } from '#worker/jobs/check-ledger.ts';
import { openChests } from '#worker/jobs/open-chests.ts';
import { purgeExpired } from '#worker/jobs/purge-expired.ts';
import { sendDigestsAndNews } from '#worker/jobs/send-digests.ts';
import { createStore, type Store } from '#worker/store/store.ts';

const expiredSessions = 1_000_000;
const maxRuns = 30;
/** D1's limit on statements per Worker invocation. */
const maxStatements = 1_000;

export interface JobMeasured {
  job: string;
  runs: number;
  statements: number;
  seconds: number;
  slowestMs: number;
}

type Job = (deps: { store: Store; budget: ReturnType<typeof startBudget>['budget'] }, now: number) => Promise<void>;

export async function measureJobs(bench: { db: D1Database; sessions: KVNamespace }, now: number): Promise<JobMeasured[]> {
  const { db } = bench;
  await db
    .prepare(
      `WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${expiredSessions})
       INSERT INTO sessions (id_hash, user_id, created_at, expires_at) SELECT 'expired-' || n, (SELECT min(id) FROM users), 1, 2 FROM series`,
    )
    .run();
  const jobs: Record<string, { run: Job; isDone: () => Promise<boolean> }> = {
    'add-up-totals': { run: addUpTotals, isDone: async () => true },
    'check-ledger': {
      run: ({ store }, at) => checkLedger({ store }, at),
      isDone: () => isTrue(db, 'NOT EXISTS (SELECT 1 FROM ledger_checks WHERE finished_at IS NULL)'),
    },
    'purge-expired': { run: purgeExpired, isDone: () => isTrue(db, "NOT EXISTS (SELECT 1 FROM sessions WHERE id_hash GLOB 'expired-*')") },
    'open-chests': {
      run: ({ store }, at) => openChests({ store }, at),
      isDone: () => isTrue(db, 'NOT EXISTS (SELECT 1 FROM chest_months WHERE finished_at IS NULL)'),
    },
    'check-places': { run: ({ store }) => store.cardTiles.repair(), isDone: async () => true },
    'send-digests': { run: sendDigestsAndNews, isDone: async () => true },
  };
  const measurements: JobMeasured[] = [];
  for (const [job, { run, isDone }] of Object.entries(jobs)) measurements.push(await measureJob(job, run, isDone, bench, now));
  return measurements;
}

async function measureJob(
  job: string,
  run: Job,
  isDone: () => Promise<boolean>,
  bench: Parameters<typeof measureJobs>[0],
  now: number,
): Promise<JobMeasured> {
  const totals = { statements: 0, seconds: 0, slowestMs: 0 };
  for (let runs = 1; ; runs += 1) {
    const { db, use } = countStatements(bench.db);
    const budgetedRun = startBudget(db as never);
    const startedAt = performance.now();
    await run(
      { store: createStore({ DB: budgetedRun.db, SESSIONS: bench.sessions as never, ASSETS: siteListFiles }), budget: budgetedRun.budget },
      now,
    );
    totals.statements = Math.max(totals.statements, use.statements);
    totals.seconds = Math.max(totals.seconds, (performance.now() - startedAt) / 1_000);
    totals.slowestMs = Math.max(totals.slowestMs, use.slowestMs);
    if (runs === maxRuns || (await isDone())) return { job, runs, ...totals };
  }
}

async function isTrue(db: D1Database, condition: string): Promise<boolean> {
  return (await db.prepare(`SELECT ${condition} AS holds`).first<{ holds: number }>())?.holds === 1;
}

export function formatJobs(measurements: JobMeasured[]): string {
  return markdownTable(
    ['Job', 'runs until nothing is left', 'statements per run', 'seconds per run', 'slowest statement, ms'],
    measurements.map(({ job, runs, statements, seconds, slowestMs }) => [
      `\`${job}\``,
      String(runs),
      String(statements),
      seconds.toFixed(1),
      slowestMs.toFixed(0),
    ]),
  );
}

export function findMissedJobLimits(measurements: JobMeasured[]): string[] {
  return measurements.flatMap(({ job, runs, statements }) => [
    ...(statements > maxStatements
      ? [`${job}: ${statements} statements in a run, expected at most ${maxStatements} (no new work after ${maxStatementsPerRun})`]
      : []),
    ...(runs === maxRuns ? [`${job}: not done after ${maxRuns} runs`] : []),
  ]);
}
