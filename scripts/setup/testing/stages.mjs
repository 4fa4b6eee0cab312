/** The stages of `npm test`, in order. Each stage returns its test counts. The first failing stage ends the run. */
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ownNode, runOrFail, start } from '#scripts/setup/run.mjs';
import { rebuildSite } from '#scripts/setup/site.mjs';
import { Problem, step } from '#scripts/setup/steps.mjs';
import { engines } from './engines.mjs';
import { journeys, prepareProduct } from './journeys.mjs';
import { countsOrFailure, createReportPath, readReport } from './reports.mjs';

/** @typedef {import('./reports.mjs').Counts} Counts */
/**
 * A stage of the test run. Adjacent stages with the same `group` run in parallel.
 * @typedef {{ name: string, group?: string, work: () => Promise<Counts | undefined> }} Stage
 */

/** @type {Stage[]} */
export const stages = [
  { name: 'types', group: 'sources', work: checkTypes },
  {
    name: 'lint',
    group: 'sources',
    work: () => runAnnounced('Checking style and lint rules', createTool('biome', ['ci', '--colors=off', '--error-on-warnings', '.'])),
  },
  {
    name: 'imports',
    group: 'sources',
    work: () => runAnnounced('Checking import rules', createTool(ownNode, ['scripts/check-imports.ts'])),
  },
  {
    name: 'wording',
    group: 'sources',
    work: () => runAnnounced('Checking for dialect', createTool(ownNode, ['scripts/check-wording.ts'])),
  },
  {
    name: 'words',
    group: 'sources',
    work: () => runAnnounced('Checking translations', checkWords),
  },
  { name: 'build', group: 'sources', work: () => runAnnounced('Building the site within its budget', rebuildSite) },
  {
    name: 'browsers',
    group: 'node',
    work: () => runAnnounced('Checking the site for the oldest supported browsers', createTool(ownNode, ['scripts/check-browsers.ts'])),
  },
  // The deployment rehearsal spends most of its time waiting for other processes, so component tests run at the same time.
  {
    name: 'deploy',
    group: 'node',
    work: () => runAnnounced('Rehearsing the deployment', createTool(ownNode, ['scripts/deploy.mjs', '--dry-run', '--skip-build'])),
  },
  ...testStages(false),
];

/** Browser-engine stage, which takes too long for `npm test` and runs only if selected by name. @type {Stage} */
const enginesStage = { name: 'engines', work: engines };

/** @type {Stage[]} */
const longStages = [
  {
    name: 'build',
    work: () => {
      // Languages that are not offered yet, and those for testing, for tests/e2e/site/languages.spec.ts.
      process.env.ALL_LANGUAGES = '1';
      return runAnnounced('Building the site in all languages', rebuildSite);
    },
  },
  ...testStages(true),
  enginesStage,
];

/**
 * Returns the test stages for either the short or the long run. Both use a single list, which ensures that every test tagged `long` runs in
 * one of the stages. @param {boolean} long @returns {Stage[]}
 */
function testStages(long) {
  const tags = long ? 'long' : '!long';
  return [
    { name: 'unit', group: 'node', work: () => vitest('unit', tags) },
    { name: 'web', group: 'node', work: () => vitest('web', tags) },
    { name: 'worker', group: 'worker', work: () => vitest('worker', tags) },
    // Worker tests leave some CPU idle, so the product for the browser tests is prepared at the same time.
    { name: 'product', group: 'worker', work: prepareProduct },
    { name: 'faults', group: 'worker', work: () => vitest('faults', tags) },
    { name: 'e2e', work: () => journeys({ long }) },
  ];
}

/**
 * @param {string} text
 * @param {() => Promise<string>} work
 * @returns {Promise<undefined>}
 */
async function runAnnounced(text, work) {
  await step(text, async () => {
    const lines = (await work()).trimEnd().split('\n');
    console.log(lines.slice(-4).join('\n').replace(/^/gm, '  '));
  });
}

/** @param {string} command @param {string[]} args */
function createTool(command, args) {
  return () => runOrFail(`${command} failed; see its output above.`, command, args);
}

async function checkWords() {
  const failure = 'Translations are missing or unused: run `npm run words`, then fill in the new entries of web/languages.';
  await runOrFail(failure, 'lingui', ['check', 'sync', '--clean']);
  return runOrFail(failure, 'lingui', ['check', 'missing']);
}

/** One TypeScript program per runtime environment. The other tsconfig.json files only reference these. */
const programs = ['.', 'tests/worker', 'worker', 'web', 'web/service-worker'];

async function checkTypes() {
  const configs = programs.map((folder) => join(folder, 'tsconfig.json'));
  await step(`Checking types (${configs.length} configurations)`, async () => {
    // Runs two single-threaded type checkers at a time because the threads of a single checker duplicate much of their work.
    const queue = configs.values();
    const check = async () => {
      for (const config of queue) await runOrFail(`Type errors: tsc -p ${config}`, 'tsc', ['-p', config, '--singleThreaded']);
    };
    await Promise.all([check(), check()]);
  });
  return undefined;
}

/** workerd messages to hide: noise from requests that tests abort on purpose. */
const droppedCallNoise = /disconnected: |Network connection lost|^stack: \S*workerd@/;

/**
 * Prints a program's output line by line, without lines that match `hiddenPattern`.
 * @param {import('node:child_process').ChildProcess} child @param {RegExp} hiddenPattern
 */
function printOutput(child, hiddenPattern) {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => hiddenPattern.test(line) || console.log(line));
  }
}

/** @param {string} name @param {string} tags @returns {Promise<Counts>} */
async function vitest(name, tags) {
  const report = createReportPath(name);
  console.log(`… Running ${name} tests`);
  const args = [
    'run',
    '--project',
    name,
    `--tags-filter=${tags}`,
    '--reporter=minimal',
    '--silent=passed-only',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const child = start('vitest', args, { output: 'captured' });
  printOutput(child, droppedCallNoise);
  const [code] = await once(child, 'close');
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = readReport(report) ?? {};
  return countsOrFailure(code, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests });
}

/** @param {{ only?: string, long: boolean }} options */
export function chosenStages({ only, long }) {
  if (only === undefined) return long ? longStages : stages;
  const all = long ? longStages : [...stages, enginesStage];
  const names = only.split(',').filter(Boolean);
  const unknownStage = names.find((name) => !all.some((stage) => stage.name === name));
  if (unknownStage || names.length === 0)
    throw new Problem(`--only takes one or more of ${all.map((stage) => stage.name).join(',')}, not "${unknownStage ?? only}".`);
  // The long browser tests need the site in all languages.
  const needsBuild = long && names.includes('e2e');
  return all.filter(({ name }) => names.includes(name) || (needsBuild && name === 'build'));
}
