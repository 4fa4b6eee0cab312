/** `npm run bench -- medals`: measures the job that derives weekly trails and medals, for the first time and for the finds of one day. */
import type { D1Database } from '@cloudflare/workers-types';
import { type JobRuns, jobRunsCells, jobRunsHead, runUntilDone } from '#scripts/lab/bench/job-runs.ts';
import { markdownTable, section } from '#scripts/lab/bench/report.ts';
import { startRuntime } from '#scripts/lab/bench/runtime.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { step } from '#scripts/setup/steps.mjs';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { awardMedals } from '#worker/jobs/award-medals.ts';
import { createStore } from '#worker/store/store.ts';

const memberCounts = [1_000_000];
const scansPerMember = 3;
/** With five finds a month, one member in six finds a card on a day. */
const membersPerDay = (members: number) => Math.ceil(members / 6);

interface MedalMeasurement extends JobRuns {
  label: string;
  members: number;
}

export async function benchMedals(sizes = memberCounts): Promise<string> {
  const measurements: MedalMeasurement[] = [];
  for (const members of sizes) measurements.push(...(await measure(members)));
  const rows = measurements.map(({ label, members, ...runs }) => [label, members.toLocaleString('en'), ...jobRunsCells(runs)]);
  const head = ['Derived', 'members', ...jobRunsHead];
  return section('medals', measurements, [markdownTable(head, rows)]);
}

async function measure(members: number): Promise<MedalMeasurement[]> {
  const now = Math.floor(Date.now() / 1_000);
  const runtime = await startRuntime();
  try {
    const size = { members, cards: Math.ceil(members / 2), scans: members * scansPerMember };
    await step(`Filling a database with ${members} members and ${size.scans} finds`, () => seedBulk(runtime.db, size, now));
    const all = await step('Deriving everything', () => deriveAll(runtime.db, 'everything, the first time', members));
    await runtime.db.prepare(`UPDATE member_progress SET revision = revision + 1 WHERE user_id % 6 = 0`).run();
    const day = await step('Deriving a day', () => deriveAll(runtime.db, 'a day', membersPerDay(members)));
    return [all, day];
  } finally {
    await runtime.dispose();
  }
}

async function deriveAll(database: D1Database, label: string, members: number): Promise<MedalMeasurement> {
  const runs = await runUntilDone(database, ({ db, budget }) => {
    const store = createStore({ DB: db, SESSIONS: undefined as never, ASSETS: siteListFiles });
    return awardMedals({ store, findTown: async () => null, budget });
  });
  return { label, members, ...runs };
}
