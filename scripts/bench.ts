/**
 * `npm run bench`: how fast the hot calls are against a floor, and what they ask of D1, at 1,000 and at 100,000 members
 * and cards. `--sizes 1000` chooses sizes, `--statements` lists what each statement reads, `--write` writes docs/benchmarks.md.
 * `npm run bench -- chests` measures the job that opens treasure chests instead.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchChests, chestHeading } from '#scripts/bench/chests.ts';
import { measure } from '#scripts/bench/measure.ts';
import { misses, page, type Run, statementList, table } from '#scripts/bench/report.ts';
import { buildWorker, startRuntime } from '#scripts/bench/runtime.ts';
import { prepareSubjects } from '#scripts/bench/subjects.ts';
import { seedBulk } from '#scripts/seed/bulk.ts';
import { root } from '#scripts/setup/run.mjs';
import { buildSite } from '#scripts/setup/site.mjs';
import { runMain, step } from '#scripts/setup/steps.mjs';

const scansACard = 3;
const pagePath = join(root, 'docs', 'benchmarks.md');

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sizes: { type: 'string', default: '1000,100000' }, statements: { type: 'boolean' }, write: { type: 'boolean' } },
  });
  // Wrangler wants the site's folder to be there.
  await step('Building the site', buildSite);
  await step('Building the Worker', buildWorker);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  if (positionals.includes('chests')) {
    const section = await benchChests();
    console.log(`\n${section}`);
    if (values.write) writePage(pageBefore(), section);
    return;
  }
  const runs: Run[] = [];
  for (const members of values.sizes.split(',').map(Number)) runs.push(await runAt(members));
  for (const run of runs) console.log(`\n${run.members} members and cards\n\n${table(run)}`);
  if (values.statements && runs[0]) console.log(statementList(runs[0]));
  const missed = misses(runs);
  console.log(
    missed.length === 0 ? '\nEverything is as wanted.' : `\nNot as wanted:\n${missed.map((sentence) => `- ${sentence}`).join('\n')}`,
  );
  if (values.write) writePage(page(runs, new Date().toISOString().slice(0, 10)), chestSectionBefore());
});

/** Each part of the benchmark keeps what the other one has written. */
function writePage(calls: string, chests: string): void {
  writeFileSync(pagePath, `${calls.trimEnd()}\n${chests && `\n${chests.trimEnd()}\n`}`);
}

function pageBefore(): string {
  return readFileSync(pagePath, 'utf8').split(chestHeading)[0] ?? '';
}

function chestSectionBefore(): string {
  const [, rest] = readFileSync(pagePath, 'utf8').split(chestHeading);
  return rest === undefined ? '' : `${chestHeading}${rest}`;
}

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
