/** The stages of `npm test`, in their order. Each returns how many tests it ran; the first that fails ends the run. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { mustRun, ownNode, root, run } from './run.mjs';
import { buildSite, rebuildSite } from './site.mjs';
import { Problem, step } from './steps.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ name: string, work: () => Promise<Counts | undefined> }} Stage */

const reports = join(root, 'dist', 'test-reports');

/** How Playwright is to share the journeys out, in per cent of the tests: in the second half are the screens, each soon looked at. */
const shardWeights = '44:56';
/** The journeys' halves run side by side, each on a product and database of its own: one alone leaves a core of two idle. */
const halves = [
  { half: '1/2', port: '8799' },
  { half: '2/2', port: '8829' },
];

/** @type {Stage[]} */
export const stages = [
  { name: 'types', work: checkTypes },
  { name: 'lint', work: () => said('Checking style and lint rules', tool('biome', ['ci', '--error-on-warnings', '.'])) },
  { name: 'imports', work: () => said('Checking import rules', tool(ownNode, ['scripts/check-imports.ts'])) },
  { name: 'build', work: () => said('Building the site within its budget', rebuildSite) },
  { name: 'deploy', work: () => said('Rehearsing the deployment', tool(ownNode, ['scripts/deploy.mjs', '--dry-run', '--skip-build'])) },
  { name: 'unit', work: () => vitest('unit') },
  { name: 'worker', work: () => vitest('worker') },
  { name: 'web', work: () => vitest('web') },
  { name: 'e2e', work: playwright },
];

/** A step that ends with the last lines of what was said in it. @param {string} words @param {() => Promise<string>} work @returns {Promise<undefined>} */
async function said(words, work) {
  await step(words, async () => {
    const lines = (await work()).trimEnd().split('\n');
    console.log(lines.slice(-4).join('\n').replace(/^/gm, '  '));
  });
}

/** @param {string} command @param {string[]} args */
function tool(command, args) {
  return () => mustRun(`${command} failed; what it said is above.`, command, args);
}

async function checkTypes() {
  const folders = [
    'worker',
    'web',
    join('web', 'service-worker'),
    'scripts',
    join('scripts', 'bench', 'worker'),
    ...readdirSync(join(root, 'tests')).map((name) => join('tests', name)),
  ];
  const configs = folders.map((folder) => join(folder, 'tsconfig.json')).filter((config) => existsSync(join(root, config)));
  await step(`Checking types (${configs.length} configurations)`, async () => {
    for (const config of configs) await mustRun(`Types are wrong: tsc -p ${config}`, 'tsc', ['-p', config]);
  });
  return undefined;
}

/** The projects of vitest.config.ts whose names begin so. @param {string} name @returns {Promise<Counts>} */
async function vitest(name) {
  const report = freshReport(name);
  console.log(`… Running ${name} tests`);
  const args = ['run', '--project', `${name}*`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run('vitest', args);
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = readReport(report) ?? {};
  return counted(code, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests });
}

/** @returns {Promise<Counts>} */
async function playwright() {
  await step('Looking for a browser', ensureBrowser);
  await step('Building the site', buildSite);
  console.log('… Running journeys in a real browser, two halves side by side');
  const counts = await Promise.all(halves.map(journeys));
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }));
}

/** @param {{ half: string, port: string }} part @returns {Promise<Counts>} */
async function journeys({ half, port }) {
  const name = `e2e-${half.replace('/', '-of-')}`;
  const report = freshReport(name);
  const args = ['test', `--shard=${half}`, '--output', join('test-results', name), '--reporter=list,json'];
  const { code } = await run('playwright', args, {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CACHE_CARDS_TEST_PORT: port, PWTEST_SHARD_WEIGHTS: shardWeights },
  });
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = readReport(report)?.stats ?? {};
  if (flaky > 0) console.log(`  ${name}: ${flaky} passed at the second try only`);
  return counted(code, { passed: expected + flaky, failed: unexpected, skipped });
}

/** A runner that failed without a failed test (a crash, no tests) still counts as a failure. @param {number} code @param {Counts} counts */
function counted(code, counts) {
  return code === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}

/** @param {string} name */
function freshReport(name) {
  mkdirSync(reports, { recursive: true });
  const path = join(reports, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** The stages that `--only a,b` names; all without it. @param {string | undefined} only */
export function chosenStages(only) {
  if (only === undefined) return stages;
  const names = only.split(',').filter(Boolean);
  const unknown = names.find((name) => !stages.some((stage) => stage.name === name));
  if (unknown || names.length === 0)
    throw new Problem(`--only takes some of ${stages.map((stage) => stage.name).join(',')}, not "${unknown ?? only}".`);
  return stages.filter((stage) => names.includes(stage.name));
}
