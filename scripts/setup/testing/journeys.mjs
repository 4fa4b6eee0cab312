import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from '#scripts/setup/browser.mjs';
import { writeDevVars } from '#scripts/setup/local.mjs';
import { ownNode, root, run, runOrFail } from '#scripts/setup/run.mjs';
import { buildSite } from '#scripts/setup/site.mjs';
import { step } from '#scripts/setup/steps.mjs';
import { bundleWorker } from '#scripts/setup/worker-bundle.mjs';
import { countsOrFailure, createReportPath, readReport } from './reports.mjs';

/**
 * Number of lanes that run the journeys in parallel. Three are used even on two cores because each lane spends part of its time waiting.
 */
const lanes = '3';
/** State folder with the demo data, created once and copied by each lane. */
const preparedState = join(root, 'dist', 'e2e-state');

/**
 * Runs the browser tests. `long` adds journeys tagged `@long`, and each screen in both color schemes.
 * @param {{ long: boolean }} options @returns {Promise<import('./reports.mjs').Counts>}
 */
export async function journeys({ long }) {
  await step('Finding a browser', ensureBrowser);
  await step('Building the site', buildSite);
  await prepareProduct();
  console.log('… Running journeys in a real browser');
  return runPlaywright('e2e', [], { CACHE_CARDS_TEST_LONG: long ? 'yes' : '' });
}

/**
 * Runs Playwright against the prepared product. `name` is the name of the report.
 * @param {string} name @param {string[]} args @param {Record<string, string>} [env] @returns {Promise<import('./reports.mjs').Counts>}
 */
export async function runPlaywright(name, args, env) {
  const path = createReportPath(name);
  const { code } = await run('playwright', ['test', '--reporter=dot,json', ...args], {
    env: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: path,
      // Node already strips the types, so Playwright need not transpile the files again in each process.
      PW_DISABLE_TS_ESM: '1',
      CACHE_CARDS_TEST_ALL: 'yes',
      CACHE_CARDS_TEST_LANES: lanes,
      CACHE_CARDS_TEST_STATE: preparedState,
      ...env,
    },
  });
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = readReport(path)?.stats ?? {};
  return countsOrFailure(code, { passed: expected + flaky, failed: unexpected, skipped });
}

/** @type {Promise<unknown> | undefined} */
let preparing;

/** Prepares the Worker and a demo database for all lanes. The work runs only once; later calls return the same result. */
export async function prepareProduct() {
  preparing ??= Promise.all([step('Preparing the journeys’ database', prepareState), step('Bundling the Worker', bundleWorker)]);
  await preparing;
  return undefined;
}

async function prepareState() {
  // Writes .dev.vars before the lanes start. Otherwise each lane would write its own.
  writeDevVars();
  rmSync(preparedState, { recursive: true, force: true });
  await runOrFail('The demo data could not be created.', ownNode, ['tests/support/database/make-demo-state.ts', preparedState]);
}
