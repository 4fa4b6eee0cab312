/**
 * `npm run bench`: how fast the hot calls are against a floor, what they ask of D1, how many bytes a rewarded scan keeps, and what the jobs
 * take, at 1,000 and at 1,000,000 members and cards with five finds of each. `--sizes 1000` chooses sizes, `--statements` lists what each
 * statement reads, `--only referrals` measures the calls whose names hold that and nothing else.
 * `npm run bench -- chests` measures the job that opens treasure chests instead, `npm run bench -- admin` all that
 * administrators read, at 1,000,000 members and cards (`--sizes 1000`: of other numbers), `npm run bench -- places` finding cards, with
 * 1,000 and with 1,000,000 of them on the map, `npm run bench -- scanner` what the scanner's readers read of public photos,
 * `npm run bench -- copies` what calls wait for over a copy of the database that is near and behind, by counted delays,
 * `npm run bench -- storage` how many bytes a row of each table takes,
 * `npm run bench -- first-load` what a member waits for on a slow line (`--against FOLDER`: another checkout in turns with this).
 * Each prints its part of docs/benchmarks.md, and keeps all that it measured in dist/benchmarks.
 */
import { parseArgs } from 'node:util';
import { benchAdmin } from '#scripts/lab/bench/admin/admin.ts';
import { benchChests } from '#scripts/lab/bench/chests.ts';
import { benchCopies } from '#scripts/lab/bench/copies.ts';
import { benchFirstLoad } from '#scripts/lab/bench/first-load.ts';
import { jobMisses, jobsTable, measureJobs } from '#scripts/lab/bench/jobs.ts';
import { type Measurement, measure } from '#scripts/lab/bench/measure.ts';
import { benchPlaces } from '#scripts/lab/bench/places.ts';
import { callsTable, circumstances, keepWhole, misses, type Run, statementList, verdict } from '#scripts/lab/bench/report.ts';
import { buildWorker, type Runtime, startRuntime } from '#scripts/lab/bench/runtime.ts';
import { bytesMisses, bytesOfAScan, bytesTable, type FilledRun } from '#scripts/lab/bench/scan-bytes.ts';
import { benchScanner } from '#scripts/lab/bench/scanner.ts';
import { benchStorage } from '#scripts/lab/bench/storage.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { rebuildTotalsAfter } from '#scripts/seed/bulk/bulk-totals.ts';
import { buildSite } from '#scripts/setup/site.mjs';
import { runMain, step } from '#scripts/setup/steps.mjs';

const defaultSizes = '1000,1000000';
const findsACard = 5;

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sizes: { type: 'string', default: defaultSizes },
      statements: { type: 'boolean' },
      only: { type: 'string' },
      against: { type: 'string' },
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  if (positionals.includes('first-load')) {
    console.log(`\n${await benchFirstLoad(values.against)}`);
    // What it has started ends with it.
    process.exit();
  }
  if (positionals.includes('copies')) return console.log(`\n${await benchCopies()}`);
  if (positionals.includes('storage')) return console.log(`\n${await benchStorage()}`);
  if (positionals.includes('scanner')) return console.log(`\n${await benchScanner()}`);
  // Wrangler wants the site's folder to be there.
  await step('Building the site', buildSite);
  await step('Building the Worker', buildWorker);
  const sizes = values.sizes.split(',').map(Number);
  if (positionals.includes('chests')) return console.log(`\n${await benchChests()}`);
  if (positionals.includes('admin')) {
    const members = values.sizes === defaultSizes ? 1_000_000 : Math.max(...sizes);
    return console.log(`\n${await benchAdmin({ members, cards: members, scans: members })}`);
  }
  if (positionals.includes('places')) return console.log(`\n${await benchPlaces(sizes)}`);
  if (values.only !== undefined) return console.log(`\n${await callsAlone(sizes, values.only)}`);
  const runs: FilledRun[] = [];
  for (const members of sizes) runs.push(await runAt(members));
  if (values.statements && runs[0]) console.log(statementList(runs[0]));
  const largest = runs.at(-1);
  const tables = [callsTable(runs), bytesTable(runs), ...(largest ? [jobsTable(largest.jobs)] : [])];
  console.log(`\n${circumstances('npm run bench')}\n\n${tables.join('\n\n')}\n`);
  console.log(verdict([...misses(runs), ...bytesMisses(runs), ...runs.flatMap(({ jobs }) => jobMisses(jobs))]));
  const whole = runs.map((run) => ({ ...run, bytes: Object.fromEntries(run.bytes) }));
  console.log(`\nAll that was measured is in ${keepWhole('calls', whole)}.`);
});

async function runAt(members: number): Promise<FilledRun> {
  const bytes = await step(`Counting the bytes of a scan where there are ${members} members and cards`, () => bytesOfAScan(members));
  return withFilled(members, async (runtime, now) => {
    const measurements = await measureCalls(runtime, members, '');
    const jobs = await step('Running the jobs', () => measureJobs(runtime, now));
    return { members, measurements, bytes, jobs };
  });
}

/** To look at some calls: what docs/benchmarks.md says is of a whole run. */
async function callsAlone(sizes: number[], only: string): Promise<string> {
  const runs: Run[] = [];
  for (const members of sizes) {
    runs.push(await withFilled(members, async (runtime) => ({ members, measurements: await measureCalls(runtime, members, only) })));
  }
  return callsTable(runs);
}

function measureCalls(runtime: Runtime, members: number, only: string): Promise<Measurement[]> {
  return step('Measuring', () => measure(runtime, members, only, (text) => console.log(`  ${text}`)));
}

async function withFilled<Found>(members: number, work: (runtime: Runtime, now: number) => Promise<Found>): Promise<Found> {
  const now = Math.floor(Date.now() / 1_000);
  const runtime = await startRuntime();
  try {
    await step(`Filling a database with ${members} members and cards and ${members * findsACard} finds`, () =>
      rebuildTotalsAfter(runtime.db, () => seedBulk(runtime.db, { members, cards: members, scans: members * findsACard }, now)),
    );
    return await work(runtime, now);
  } finally {
    await runtime.dispose();
  }
}
