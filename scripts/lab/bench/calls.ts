/**
 * `npm run bench`: compares frequent calls with a baseline (a minimal route with the same reads and writes, see worker/floor.ts), and
 * measures the jobs and the bytes stored by a rewarded scan.
 */
import { findMissedJobLimits, formatJobs, type JobMeasured, measureJobs } from '#scripts/lab/bench/jobs.ts';
import { type Measurement, measure } from '#scripts/lab/bench/measure.ts';
import { markdownTable, section, verdict } from '#scripts/lab/bench/report.ts';
import { type Runtime, startRuntime } from '#scripts/lab/bench/runtime.ts';
import { findMissedByteLimits, formatBytes, measureScanBytes, type StoredBytes } from '#scripts/lab/bench/scan-bytes.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { runAndRebuildTotals } from '#scripts/seed/bulk/bulk-totals.ts';
import { step } from '#scripts/setup/steps.mjs';

const findsPerCard = 5;
/** Minimum speeds of reads and writes, as fractions of the baseline's speed. */
const minRatio = { reads: 0.85, writes: 0.8 };
/** Minimum speed ratio on larger databases, relative to the ratio on the smallest database. */
const minShareOfSmallest = 0.85;
/**
 * Maximum number of database rows that a call may read and write. The `writes` limits are for a rewarded scan of a card that has an owner.
 */
const maxRows = { reads: { read: 10, written: 0 }, writes: { read: 14, written: 14 } };

interface Options {
  /** If set, measures only calls whose labels contain this text, and skips the stored bytes and the jobs. */
  only: string | undefined;
  listsStatements: boolean;
}

interface Run {
  members: number;
  measurements: Measurement[];
}

interface FullRun extends Run {
  bytes: StoredBytes;
  jobs: JobMeasured[];
}

export async function benchCalls(sizes: number[], { only, listsStatements }: Options): Promise<string> {
  if (only !== undefined) return formatCalls(await measureSizes(sizes, (runtime, members) => measureCalls(runtime, members, only)));
  const runs = await measureSizes<FullRun>(sizes, async (runtime, members, now) => {
    const bytes = await step(`Measuring the bytes per scan with ${members} members and cards`, () => measureScanBytes(members));
    const calls = await measureCalls(runtime, members, '');
    return { ...calls, bytes, jobs: await step('Running the jobs', () => measureJobs(runtime, now)) };
  });
  if (listsStatements && runs[0]) console.log(statementList(runs[0]));
  const tables = [formatCalls(runs), formatBytes(runs), formatJobs(runs.at(-1)?.jobs ?? [])];
  const missedLimits = [...findMissedLimits(runs), ...findMissedByteLimits(runs), ...runs.flatMap(({ jobs }) => findMissedJobLimits(jobs))];
  return section('calls', runs, [...tables, verdict(missedLimits)]);
}

async function measureCalls(runtime: Runtime, members: number, only: string): Promise<Run> {
  const measurements: Measurement[] = await step('Measuring', () => measure(runtime, members, only, (text) => console.log(`  ${text}`)));
  return { members, measurements };
}

async function measureSizes<SizeResult>(
  sizes: number[],
  work: (runtime: Runtime, members: number, now: number) => Promise<SizeResult>,
): Promise<SizeResult[]> {
  const runs: SizeResult[] = [];
  for (const members of sizes) {
    const now = Math.floor(Date.now() / 1_000);
    const runtime = await startRuntime();
    try {
      await step(`Filling a database with ${members} members and cards and ${members * findsPerCard} finds`, () =>
        runAndRebuildTotals(runtime.db, () => seedBulk(runtime.db, { members, cards: members, scans: members * findsPerCard }, now)),
      );
      runs.push(await work(runtime, members, now));
    } finally {
      await runtime.dispose();
    }
  }
  return runs;
}

function formatCalls(runs: Run[]): string {
  const sizes = runs.map(({ members }) => members.toLocaleString('en'));
  const ratios = sizes.flatMap((size) => [`speed at ${size}`, `CPU at ${size}`]);
  const rows = (runs[0]?.measurements ?? []).map(({ label }) => {
    const sameCall = runs.flatMap(({ measurements }) => measurements.filter((measurement) => measurement.label === label));
    const maxUsage = (key: 'roundTrips' | 'rowsRead' | 'rowsWritten') =>
      String(Math.max(...sameCall.map((measurement) => measurement[key])));
    return [
      label,
      ...sameCall.flatMap((measurement) => [measurement.ratio.toFixed(2), cpuRatio(measurement)?.toFixed(2) ?? '']),
      sameCall.at(-1)?.cpuMs?.toFixed(1) ?? '',
      maxUsage('roundTrips'),
      maxUsage('rowsRead'),
      maxUsage('rowsWritten'),
    ];
  });
  return markdownTable(['Call', ...ratios, 'CPU ms', 'D1 round trips', 'rows read', 'rows written'], rows);
}

/** Returns the baseline's CPU time divided by the call's CPU time. A result below 1 means that the call uses more CPU than the baseline. */
function cpuRatio({ cpuMs, floorCpuMs }: Measurement): number | undefined {
  return cpuMs && floorCpuMs ? floorCpuMs / cpuMs : undefined;
}

function statementList({ measurements }: Run): string {
  const lines = measurements.flatMap(({ label, typical }) => [
    `\n${label}`,
    ...typical.roundTrips.flatMap((trip, number) =>
      trip.map(
        (used) =>
          `  trip ${number + 1}: ${used.rowsRead} read, ${used.rowsWritten} written  ${used.sql.replace(/\s+/g, ' ').slice(0, 110)}`,
      ),
    ),
  ]);
  return lines.join('\n');
}

function findMissedLimits(runs: Run[]): string[] {
  const problems: string[] = [];
  for (const { members, measurements } of runs) {
    for (const measurement of measurements) {
      const callAndSize = `${measurement.label}, at ${members.toLocaleString('en')}:`;
      const maxRoundTrips = measurement.label.startsWith('POST /api/scan') ? 2 : 1;
      const kind = measurement.label === 'POST /api/scan, rewarded' ? 'writes' : 'reads';
      const smallest = runs[0]?.measurements.find((other) => other.label === measurement.label) ?? measurement;
      const limit = measurement === smallest ? minRatio[kind] : smallest.ratio * minShareOfSmallest;
      if (measurement.ratio < limit)
        problems.push(`${callAndSize} ${measurement.ratio.toFixed(2)} of the floor, expected ${limit.toFixed(2)}`);
      if (measurement.roundTrips > maxRoundTrips)
        problems.push(`${callAndSize} ${measurement.roundTrips} D1 round trips, expected ${maxRoundTrips}`);
      const rowLimit = maxRows[kind];
      if (measurement.rowsRead > rowLimit.read)
        problems.push(`${callAndSize} ${measurement.rowsRead} rows read, expected at most ${rowLimit.read}`);
      if (measurement.rowsWritten > rowLimit.written)
        problems.push(`${callAndSize} ${measurement.rowsWritten} rows written, expected at most ${rowLimit.written}`);
      const otherRuns = runs
        .flatMap((run) => run.measurements)
        .find((other) => other.label === measurement.label && other.rowsRead !== measurement.rowsRead);
      if (otherRuns && members === runs[0]?.members)
        problems.push(`${callAndSize} ${measurement.rowsRead} rows read, ${otherRuns.rowsRead} at another size`);
    }
  }
  return problems;
}
