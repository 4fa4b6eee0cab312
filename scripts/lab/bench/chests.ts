/**
 * `npm run bench -- chests`: measures the SQL statements of the job that opens treasure chests, for one month with 100,000 paid members.
 */
import type { D1Database } from '@cloudflare/workers-types';
import { secondsPerDay } from '#schema/rules.ts';
import { residentMegabytes } from '#scripts/lab/bench/cpu.ts';
import { markdownTable, section } from '#scripts/lab/bench/report.ts';
import { startRuntime } from '#scripts/lab/bench/runtime.ts';
import { countStatements, type StatementUse } from '#scripts/lab/bench/statements.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { step } from '#scripts/setup/steps.mjs';
import { keyRow } from '#tests/support/tokens/ledger-rows.ts';
import { getLastSecond, monthsLater, utcMonth } from '#worker/domain/chests/months.ts';
import { openChests } from '#worker/jobs/open-chests.ts';
import { chestStore } from '#worker/store/chests/chests.ts';

const memberCounts = [25_000, 100_000];
const keyRowsPerMember = 8;
const yearSeconds = 365 * secondsPerDay;

interface ChestMeasurement extends StatementUse {
  members: number;
  payouts: number;
  seconds: number;
  memoryBefore: number | undefined;
}

export async function benchChests(sizes = memberCounts): Promise<string> {
  const measurements: ChestMeasurement[] = [];
  for (const members of sizes) measurements.push(await measure(members));
  return section('chests', measurements, [formatMeasurements(measurements)]);
}

async function measure(members: number): Promise<ChestMeasurement> {
  const now = Math.floor(Date.now() / 1_000);
  const runtime = await startRuntime();
  try {
    await step(`Filling a database with ${members} paid members and their keys`, () => fillDatabase(runtime.db, members, now));
    const month = monthsLater(utcMonth(now), -1);
    const insertMonth = runtime.db.prepare('INSERT INTO chest_months (month, started_at, finished_at) VALUES (?1, ?2, ?2)');
    const firstPeriod = await runtime.db.prepare('SELECT min(starts_at) AS at FROM membership_periods').first<{ at: number }>();
    for (let earlierMonth = utcMonth(firstPeriod?.at ?? now); earlierMonth < month; earlierMonth = monthsLater(earlierMonth, 1))
      await insertMonth.bind(earlierMonth, now).run();
    const { db, use } = countStatements(runtime.db);
    const memoryBefore = residentMegabytes();
    const startedAt = performance.now();
    // Runs the job long after the end of the month so that a single pass finishes the month.
    await step('Opening the chests', () => openChests({ store: { chests: chestStore(db) } }, getLastSecond(month) + 20 * secondsPerDay));
    const seconds = (performance.now() - startedAt) / 1_000;
    const paidCount = await runtime.db.prepare('SELECT count(*) AS n FROM treasure_chest_payouts').first<{ n: number }>();
    const remainingMonths = await runtime.db
      .prepare('SELECT count(*) AS n FROM chest_months WHERE finished_at IS NULL')
      .first<{ n: number }>();
    if (remainingMonths?.n !== 0 || !paidCount?.n) throw new Error('The job did not finish');
    return { members, payouts: paidCount.n, seconds, ...use, memoryBefore };
  } finally {
    await runtime.dispose();
  }
}

async function fillDatabase(db: D1Database, members: number, now: number): Promise<void> {
  await seedBulk(db, { members, cards: 0, scans: 0 }, now);
  await db
    .prepare(
      `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, cause, created_at)
       SELECT user_id, tier, starts_at - ${yearSeconds}, starts_at, source, cause || ':before', created_at FROM membership_periods`,
    )
    .run();
  // Inserts up to eight key rows per member, spread over 18 months. Every 50th row is a reversal.
  for (let keyIndex = 0; keyIndex < keyRowsPerMember; keyIndex += 1) {
    const row = { user: 'id', subject: `(id * ${keyRowsPerMember} + ${keyIndex})` };
    const kind = keyIndex % 2 === 0 ? 'referral' : 'placement';
    const at = `${now} - 2592000 - (id * 7919 + ${keyIndex} * 104729) % 45000000`;
    for (let first = 1; first <= members; first += 20_000) {
      const chosenMembers = `FROM users WHERE id BETWEEN ${first} AND ${first + 19_999} AND id % ${keyRowsPerMember + 1} > ${keyIndex}`;
      await db.batch([
        db.prepare(keyRow(kind, { ...row, amount: '1 + id % 5', at, from: chosenMembers })),
        db.prepare(keyRow(kind, { ...row, amount: '-1 - id % 5', turn: 1, at: `${at} + 86400`, from: `${chosenMembers} AND id % 50 = 0` })),
      ]);
    }
  }
}

function formatMeasurements(measurements: ChestMeasurement[]): string {
  const megabytes = (value: number | undefined) => value?.toFixed(0) ?? '';
  const rows = measurements.map((measurement) => [
    measurement.members.toLocaleString('en'),
    measurement.payouts.toLocaleString('en'),
    measurement.seconds.toFixed(1),
    String(measurement.statements),
    measurement.slowestMs.toFixed(0),
    measurement.rowsRead.toLocaleString('en'),
    measurement.rowsWritten.toLocaleString('en'),
    megabytes(measurement.memoryPeak),
  ]);
  const head = ['Paid members', 'payouts', 'seconds', 'statements', 'slowest ms', 'most rows read', 'most rows written', 'MB at most'];
  return markdownTable(head, rows);
}
