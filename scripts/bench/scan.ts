/**
 * `npm run bench -- scan`: what a rewarded scan of a card with an owner costs, at 1,000 and at 1,000,000 members and cards with five finds
 * of each (`--sizes 1000`: of other numbers): rows, bytes, and its speed beside a floor that writes as many rows.
 */
import { type Measurement, measure } from '#scripts/bench/measure.ts';
import { callsTable, circumstances, keepWhole, markdownTable, misses, type Run, verdict } from '#scripts/bench/report.ts';
import { startRuntime } from '#scripts/bench/runtime.ts';
import { bytesOfAScan, type KeptBytes } from '#scripts/bench/scan-bytes.ts';
import { prepareSubjects } from '#scripts/bench/subjects.ts';
import { seedBulk } from '#scripts/seed/bulk.ts';
import { summedUpAfter } from '#scripts/seed/bulk-totals.ts';
import { step } from '#scripts/setup/steps.mjs';

const findsACard = 5;
const mostBytes = 400;

interface ScanRun extends Run {
  bytes: KeptBytes;
}

export async function benchScan(sizes: number[]): Promise<string> {
  const runs: ScanRun[] = [];
  for (const size of sizes) runs.push(await runAt(size));
  const names = [...new Set(runs.flatMap(({ bytes }) => [...bytes.keys()]))];
  const row = (name: string, of: (bytes: KeptBytes) => number) => [name, ...runs.map(({ bytes }) => of(bytes).toFixed(0))];
  const bytes = markdownTable(
    ['Bytes of a scan, in', ...runs.map(({ members }) => `at ${members.toLocaleString('en')}`)],
    [...names.map((name) => row(`\`${name}\``, (of) => of.get(name) ?? 0)), row('all', total)],
  );
  const heavy = runs.filter((run) => total(run.bytes) > mostBytes);
  const missed = [
    ...misses(runs),
    ...heavy.map((run) => `at ${run.members.toLocaleString('en')}: ${total(run.bytes).toFixed(0)} bytes, wanted at most ${mostBytes}`),
  ];
  const kept = keepWhole(
    'scan',
    runs.map((run) => ({ ...run, bytes: Object.fromEntries(run.bytes) })),
  );
  return `${circumstances('npm run bench -- scan')}

${callsTable(runs)}

${bytes}

${verdict(missed)}

All that was measured is in ${kept}.`;
}

const total = (bytes: KeptBytes): number => [...bytes.values()].reduce((sum, one) => sum + one, 0);

async function runAt(members: number): Promise<ScanRun> {
  const now = Math.floor(Date.now() / 1_000);
  const bytes = await step(`Counting bytes where there are ${members} members and cards`, () => bytesOfAScan(members));
  const runtime = await startRuntime();
  try {
    await step(`Filling a database with ${members} members and cards and ${members * findsACard} finds`, () =>
      summedUpAfter(runtime.db, () => seedBulk(runtime.db, { members, cards: members, scans: members * findsACard }, now)),
    );
    const subjects = await prepareSubjects(runtime, now);
    const measurements: Measurement[] = await step('Measuring', () =>
      measure(runtime, subjects, (text) => console.log(`  ${text}`), 'POST /api/scan'),
    );
    return { members, measurements, bytes };
  } finally {
    await runtime.dispose();
  }
}
