/** `npm run bench -- medals`: measures the job that derives weekly trails and medals, for the first time and for the finds of one day. */
import type { D1Database } from '@cloudflare/workers-types';
import { markdownTable, section } from '#scripts/lab/bench/report.ts';
import { startRuntime } from '#scripts/lab/bench/runtime.ts';
import { countStatements } from '#scripts/lab/bench/statements.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { step } from '#scripts/setup/steps.mjs';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { awardMedals } from '#worker/jobs/award-medals.ts';
import { startBudget } from '#worker/jobs/budget.ts';
import { createStore } from '#worker/store/store.ts';

const memberCounts = [1_000_000];
const scansPerMember = 3;
/** With five finds a month, one member in six finds a card on a day. */
const membersPerDay = (members: number) => Math.ceil(members / 6);

interface MedalMeasurement {
  label: string;
  members: number;
  runs: number;
  seconds: number;
  statements: number;
  slowestMs: number;
  rowsRead: number;
  rowsWritten: number;
}

export async function benchMedals(sizes = memberCounts): Promise<string> {
  const measurements: MedalMeasurement[] = [];
  for (const members of sizes) measurements.push(...(await measure(members)));
  const rows = measurements.map(({ label, members, runs, seconds, statements, slowestMs, rowsRead, rowsWritten }) => [
    label,
    members.toLocaleString('en'),
    String(runs),
    seconds.toFixed(1),
    String(statements),
    slowestMs.toFixed(0),
    rowsRead.toLocaleString('en'),
    rowsWritten.toLocaleString('en'),
  ]);
  const head = ['Derived', 'members', 'runs', 'seconds per run', 'statements per run', 'slowest ms', 'most rows read', 'most rows written'];
  return section('medals', measurements, [markdownTable(head, rows)]);
}

async function measure(members: number): Promise<MedalMeasurement[]> {
  const now = Math.floor(Date.now() / 1_000);
  const runtime = await startRuntime();
  try {
    const size = { members, cards: Math.ceil(members / 2), scans: members * scansPerMember };
    await step(`Filling a database with ${members} members and ${size.scans} finds`, () => seedBulk(runtime.db, size, now));
    const all = await step('Deriving everything', () => runUntilDone(runtime.db, 'everything, the first time', members));
    await runtime.db.prepare(`UPDATE member_progress SET revision = revision + 1 WHERE user_id % 6 = 0`).run();
    const day = await step('Deriving a day', () => runUntilDone(runtime.db, 'a day', membersPerDay(members)));
    return [all, day];
  } finally {
    await runtime.dispose();
  }
}

async function runUntilDone(database: D1Database, label: string, members: number): Promise<MedalMeasurement> {
  const worst = { seconds: 0, statements: 0, slowestMs: 0, rowsRead: 0, rowsWritten: 0 };
  for (let runs = 1; ; runs += 1) {
    const { db, use } = countStatements(database);
    const run = startBudget(db as never);
    const store = createStore({ DB: run.db, SESSIONS: undefined as never, ASSETS: siteListFiles });
    const startedAt = performance.now();
    await awardMedals({ store, findTown: async () => null, budget: run.budget });
    worst.seconds = Math.max(worst.seconds, (performance.now() - startedAt) / 1_000);
    for (const figure of ['statements', 'slowestMs', 'rowsRead', 'rowsWritten'] as const)
      worst[figure] = Math.max(worst[figure], use[figure]);
    if (!run.budget.isSpent()) return { label, members, runs, ...worst };
  }
}
