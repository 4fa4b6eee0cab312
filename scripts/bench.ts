/**
 * `npm run bench`: how fast the hot calls are against a floor, and what they ask of D1, at 1,000 and at 100,000 members
 * and cards. `--sizes 1000` chooses sizes, `--statements` lists what each statement reads.
 * `npm run bench -- chests` measures the job that opens treasure chests instead, `npm run bench -- admin` all that
 * administrators read (`--sizes 1000` of members and cards, with ten finds each).
 * Each prints its part of docs/benchmarks.md, and keeps all that it measured in dist/benchmarks.
 */
import { parseArgs } from 'node:util';
import { benchAdmin } from '#scripts/bench/admin.ts';
import { benchChests } from '#scripts/bench/chests.ts';
import { measure } from '#scripts/bench/measure.ts';
import { callsTable, circumstances, keepWhole, misses, type Run, statementList, verdict } from '#scripts/bench/report.ts';
import { buildWorker, startRuntime } from '#scripts/bench/runtime.ts';
import { prepareSubjects } from '#scripts/bench/subjects.ts';
import { seedBulk } from '#scripts/seed/bulk.ts';
import { buildSite } from '#scripts/setup/site.mjs';
import { runMain, step } from '#scripts/setup/steps.mjs';

const scansACard = 3;
const findsACardOfAdmins = 10;

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sizes: { type: 'string', default: '1000,100000' }, statements: { type: 'boolean' } },
  });
  // Wrangler wants the site's folder to be there.
  await step('Building the site', buildSite);
  await step('Building the Worker', buildWorker);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const sizes = values.sizes.split(',').map(Number);
  if (positionals.includes('chests')) return console.log(`\n${await benchChests()}`);
  if (positionals.includes('admin')) {
    const members = Math.max(...sizes);
    return console.log(`\n${await benchAdmin({ members, cards: members, scans: members * findsACardOfAdmins })}`);
  }
  const runs: Run[] = [];
  for (const members of sizes) runs.push(await runAt(members));
  if (values.statements && runs[0]) console.log(statementList(runs[0]));
  console.log(`\n${circumstances('npm run bench')}\n\n${callsTable(runs)}\n`);
  console.log(verdict(misses(runs)));
  console.log(`\nAll that was measured is in ${keepWhole('calls', runs)}.`);
});

async function runAt(members: number): Promise<Run> {
  const now = Math.floor(Date.now() / 1_000);
  const runtime = await startRuntime();
  try {
    await step(`Filling a database with ${members} members and cards`, () =>
      seedBulk(runtime.db, { members, cards: members, scans: members * scansACard }, now),
    );
    const subjects = await prepareSubjects(runtime, now);
    const measurements = await step('Measuring', () => measure(runtime, subjects, (text) => console.log(`  ${text}`)));
    return { members, measurements };
  } finally {
    await runtime.dispose();
  }
}
