/**
 * `npm run bench`: how fast the hot calls are against a floor, and what they ask of D1, at 1,000 and at 100,000 members
 * and cards. `--sizes 1000` chooses sizes, `--statements` lists what each statement reads, `--write` writes docs/benchmarks.md.
 * `npm run bench -- chests` measures the job that opens treasure chests instead, `npm run bench -- admin` all that
 * administrators read (`--sizes 1000` of members and cards, with ten finds each).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { adminHeading, benchAdmin } from '#scripts/bench/admin.ts';
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
const findsACardOfAdmins = 10;
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
    if (values.write) writePart(chestHeading, section);
    return;
  }
  if (positionals.includes('admin')) {
    const members = Math.max(...values.sizes.split(',').map(Number));
    const section = await benchAdmin({ members, cards: members, scans: members * findsACardOfAdmins });
    console.log(`\n${section}`);
    if (values.write) writePart(adminHeading, section);
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
  if (values.write) writePart('', page(runs, new Date().toISOString().slice(0, 10)));
});

/** Each part of the benchmark keeps what the others have written; the part without a heading is the first. */
function writePart(heading: string, text: string): void {
  const page = readFileSync(pagePath, 'utf8');
  const headings = [chestHeading, adminHeading];
  const starts = headings.map((one) => page.indexOf(`\n${one}\n`) + 1).filter((start) => start > 0);
  const partOf = (one: string) => {
    const start = one === '' ? 0 : page.indexOf(`\n${one}\n`) + 1;
    if (one !== '' && start === 0) return '';
    return page.slice(start, Math.min(page.length, ...starts.filter((other) => other > start)));
  };
  const parts = ['', ...headings].map((one) => (one === heading ? text : partOf(one)).trim());
  writeFileSync(pagePath, `${parts.filter(Boolean).join('\n\n')}\n`);
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
