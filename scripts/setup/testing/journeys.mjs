/** The journeys in a real browser, in lanes side by side: each has a product and a database of its own. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from '#scripts/setup/browser.mjs';
import { migrate, seed, writeDevVars } from '#scripts/setup/local.mjs';
import { root, run } from '#scripts/setup/run.mjs';
import { buildSite } from '#scripts/setup/site.mjs';
import { step } from '#scripts/setup/steps.mjs';
import { bundleWorker } from '#scripts/setup/worker-bundle.mjs';
import { countsOrFailure, freshReport, readReport } from './reports.mjs';

/** One alone would leave a core of two idle, and whoever waits for an answer leaves room for a third. */
const lanes = '3';
/** A database with the demo data, made once and copied by each lane. */
const preparedState = join(root, 'dist', 'e2e-state');

/** `long`: the journeys tagged `@long`, and each screen in both colour schemes. @param {{ long: boolean }} options @returns {Promise<import('./reports.mjs').Counts>} */
export async function journeys({ long }) {
  await step('Looking for a browser', ensureBrowser);
  await step('Building the site', buildSite);
  await prepareProduct();
  console.log('… Running journeys in a real browser');
  const path = freshReport('e2e');
  const { code } = await run('playwright', ['test', '--reporter=dot,json'], {
    env: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: path,
      // Our Node takes types away itself; Playwright would do it again, in each of its processes.
      PW_DISABLE_TS_ESM: '1',
      CACHE_CARDS_TEST_ALL: 'yes',
      CACHE_CARDS_TEST_LONG: long ? 'yes' : '',
      CACHE_CARDS_TEST_LANES: lanes,
      CACHE_CARDS_TEST_STATE: preparedState,
    },
  });
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = readReport(path)?.stats ?? {};
  return countsOrFailure(code, { passed: expected + flaky, failed: unexpected, skipped });
}

/** @type {Promise<unknown> | undefined} */
let preparing;

/** What each lane begins with: the Worker, and a database with the demo data. Made once, for whoever asks first. */
export async function prepareProduct() {
  preparing ??= Promise.all([step('Preparing the journeys’ database', prepareState), step('Bundling the Worker', bundleWorker)]);
  await preparing;
  return undefined;
}

async function prepareState() {
  // Before the lanes begin: several that find no .dev.vars would each write one.
  writeDevVars();
  rmSync(preparedState, { recursive: true, force: true });
  await migrate(preparedState);
  await seed(preparedState);
}
