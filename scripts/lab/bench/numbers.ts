/** `npm run bench -- numbers`: measures the part of `add-up-totals` that counts daily facts: a week with all finds, and one day. */
import type { D1Database } from '@cloudflare/workers-types';
import { secondsPerDay } from '#schema/rules.ts';
import { type JobRuns, jobRunsCells, jobRunsHead, runUntilDone } from '#scripts/lab/bench/job-runs.ts';
import { markdownTable, section } from '#scripts/lab/bench/report.ts';
import { startRuntime } from '#scripts/lab/bench/runtime.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { insertInChunks, runInRanges } from '#scripts/seed/bulk/bulk-series.ts';
import { runAndRebuildTotals } from '#scripts/seed/bulk/bulk-totals.ts';
import { seedTrade } from '#scripts/seed/bulk/bulk-trade.ts';
import { step } from '#scripts/setup/steps.mjs';
import { countNumbers } from '#worker/jobs/count-numbers.ts';
import { factStore } from '#worker/store/admin/numbers/facts.ts';

const memberCounts = [1_000_000];
const cards = 10_000;
const daysAtFirst = 7;

interface NumbersMeasurement extends JobRuns {
  label: string;
}

export async function benchNumbers(sizes = memberCounts): Promise<string> {
  const measurements: NumbersMeasurement[] = [];
  for (const members of sizes) measurements.push(...(await measure(members)));
  const rows = measurements.map(({ label, ...runs }) => [label, ...jobRunsCells(runs)]);
  const head = ['Counted', ...jobRunsHead];
  return section('numbers', measurements, [markdownTable(head, rows)]);
}

async function measure(members: number): Promise<NumbersMeasurement[]> {
  const now = Math.floor(Date.now() / 1_000);
  const today = Math.floor(now / secondsPerDay);
  const runtime = await startRuntime();
  const { db } = runtime;
  try {
    // The numbers read finds, not the ledger, so the finds have no ledger rows.
    const addFinds = (count: number, member: string, at: string) =>
      insertInChunks(
        db,
        count,
        `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right)
         SELECT 1 + (n * 17 + ${member}) % ${cards}, ${member}, ${at}, 0, 1, 0, 1 FROM series WHERE true ON CONFLICT DO NOTHING`,
      );
    await step(`Filling a database with ${members} members and finds`, () =>
      runAndRebuildTotals(db, async () => {
        const bulkRows = await seedBulk(db, { members, cards, scans: 0 }, now);
        await seedTrade(db, bulkRows, Math.floor(members / 20), now);
        await addFinds(members, `1 + (n * 7919) % ${members}`, `${today * secondsPerDay} - 90 * 86400 + n * 90 * 86400 / ${members}`);
      }),
    );
    await runInRanges(db, [1, members], `UPDATE membership_periods SET source = 'stripe' WHERE id BETWEEN ?1 AND ?2`);
    await db
      .prepare(`INSERT INTO job_progress (job, through_id, cursor) VALUES ('numbers', 0, ?)`)
      .bind(`${today - daysAtFirst}:0`)
      .run();
    const first = await step('Counting a week', () => countAll(db, `everything, the first time, for ${daysAtFirst} days`, now));
    // With five finds a month, one member in six finds a card on a day.
    await addFinds(Math.floor(members / 6), '6 * n', `${today * secondsPerDay} + n % 80000`);
    const day = await step('Counting a day', () => countAll(db, 'a day', now + secondsPerDay));
    return [first, day];
  } finally {
    await runtime.dispose();
  }
}

async function countAll(database: D1Database, label: string, now: number): Promise<NumbersMeasurement> {
  return { label, ...(await runUntilDone(database, ({ db, budget }) => countNumbers({ store: { facts: factStore(db) }, budget }, now))) };
}
