/** The journeys in a real browser: two halves side by side, each on a product and database of its own. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { migrate, seed, writeDevVars } from './local.mjs';
import { counted, freshReport, readReport } from './reports.mjs';
import { root, run } from './run.mjs';
import { buildSite } from './site.mjs';
import { step } from './steps.mjs';

/** @typedef {import('./reports.mjs').Counts} Counts */
/** What is read of Playwright's report. @typedef {{ suites?: Suite[], errors?: Failure[], stats?: Record<string, number> }} Report */
/** @typedef {{ title: string, suites?: Suite[], specs?: { title: string, tests: Run[] }[] }} Suite */
/** @typedef {{ projectName: string, status: string, results: { errors?: Failure[] }[] }} Run */
/** @typedef {{ message?: string, stack?: string }} Failure */

/** How Playwright is to share the journeys out, in per cent of the tests: in the second half are the screens, each soon looked at. */
const shardWeights = '44:56';
/** One alone would leave a core of two idle. */
const halves = [
  { half: '1/2', port: '8799' },
  { half: '2/2', port: '8829' },
];
/** A database with the demo data, made once and copied by each half. */
const preparedState = join(root, 'dist', 'e2e-state');

/** @returns {Promise<Counts>} */
export async function journeys() {
  await step('Looking for a browser', ensureBrowser);
  await step('Building the site', buildSite);
  await step('Preparing the journeys’ database', prepareState);
  console.log('… Running journeys in a real browser, two halves side by side');
  const done = await Promise.all(halves.map(runHalf));
  // Said last: the other half may have gone on for minutes after these failed.
  for (const { name, counts, report } of done) if (counts.failed > 0) printFailures(name, report);
  return done.reduce(
    (sum, { counts }) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
      skipped: sum.skipped + counts.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

async function prepareState() {
  // Before the halves begin: two that find no .dev.vars would both write one.
  writeDevVars();
  rmSync(preparedState, { recursive: true, force: true });
  await migrate(preparedState);
  await seed(preparedState);
}

/** @param {{ half: string, port: string }} part @returns {Promise<{ name: string, counts: Counts, report: Report | undefined }>} */
async function runHalf({ half, port }) {
  const name = `e2e-${half.replace('/', '-of-')}`;
  const path = freshReport(name);
  const args = ['test', `--shard=${half}`, '--output', join('test-results', name), '--reporter=list,json'];
  const { code } = await run('playwright', args, {
    env: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: path,
      PWTEST_SHARD_WEIGHTS: shardWeights,
      CACHE_CARDS_TEST_PORT: port,
      CACHE_CARDS_TEST_STATE: preparedState,
    },
  });
  /** @type {Report | undefined} */
  const report = readReport(path);
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {};
  for (const { title } of journeysThat('flaky', report?.suites ?? [])) console.log(`  ${name}, passed at the second try only: ${title}`);
  return { name, counts: counted(code, { passed: expected + flaky, failed: unexpected, skipped }), report };
}

/** @param {string} name @param {Report | undefined} report */
function printFailures(name, report) {
  const failures = report
    ? [...journeysThat('unexpected', report.suites ?? []), ...(report.errors ?? []).map((error) => ({ title: 'The run', error }))]
    : [];
  console.log(`\n${name} failed${failures.length === 0 ? ' without a failed journey; what it said is above' : ''}`);
  for (const { title, error } of failures) {
    console.log(`  ✗ ${title}\n${(error?.stack ?? error?.message ?? 'no reason given').replace(/^/gm, '    ')}`);
  }
}

/**
 * The journeys that ended so, each with the error of its last try.
 * @param {'unexpected' | 'flaky'} status @param {Suite[]} suites @param {string[]} path @returns {{ title: string, error: Failure | undefined }[]}
 */
function journeysThat(status, suites, path = []) {
  return suites.flatMap((suite) => {
    const here = [...path, suite.title];
    const own = (suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter((run) => run.status === status)
        .map(({ projectName, results }) => ({
          title: [`[${projectName}]`, ...here, spec.title].join(' › '),
          error: results.at(-1)?.errors?.[0],
        })),
    );
    return [...own, ...journeysThat(status, suite.suites ?? [], here)];
  });
}
