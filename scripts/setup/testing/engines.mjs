import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { run, start } from '#scripts/setup/run.mjs';
import { buildSite } from '#scripts/setup/site.mjs';
import { step } from '#scripts/setup/steps.mjs';
import { prepareProduct, runPlaywright } from './journeys.mjs';

/** Debian packages of the browser engines, and the programs that they install. */
const engineList = [
  { project: 'firefox', program: '/usr/bin/firefox-esr', packages: ['firefox-esr'] },
  { project: 'webkit', program: '/usr/bin/WebKitWebDriver', packages: ['webkit2gtk-driver', 'xvfb'] },
];

/**
 * Runs journeys in Firefox and WebKit. Skips an engine that is neither installed nor available from the distribution.
 * @returns {Promise<import('./reports.mjs').Counts>}
 */
export async function engines() {
  await step('Looking for Firefox and WebKit', installEngines);
  await step('Building the site', buildSite);
  await prepareProduct();
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { project, program, packages } of engineList) {
    if (!existsSync(program)) {
      console.log(`– Skipped ${project}: needs Debian’s ${packages.join(' and ')}, which only root can install`);
      continue;
    }
    const counts = await step(`Running journeys in ${project}`, () => runJourneys(project));
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  return total;
}

async function installEngines() {
  const missingEngines = engineList.filter(({ program }) => !existsSync(program));
  if (missingEngines.length === 0 || process.platform !== 'linux' || process.getuid?.() !== 0) return;
  await run('apt-get', ['update'], { output: 'captured' });
  for (const { packages } of missingEngines)
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { output: 'captured' });
}

/** @param {string} project */
async function runJourneys(project) {
  const args = ['--config=engines.config.ts', `--project=${project}`];
  // Marks this run as partial because the minimum numbers of Stripe calls and log lines apply only to a run of all journeys.
  const isPart = { CACHE_CARDS_TEST_ALL: '' };
  if (project !== 'webkit') return runPlaywright(project, args, isPart);
  const { display, close } = await openDisplay();
  return runPlaywright(project, args, { ...isPart, DISPLAY: display, CACHE_CARDS_TEST_LANES: '1' }).finally(close);
}

/** Starts a virtual X server, which WebKit needs. */
async function openDisplay() {
  const server = start('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], { output: 'captured' });
  for await (const number of createInterface(/** @type {import('node:stream').Readable} */ (server.stdout)))
    return { display: `:${number}`, close: () => server.kill() };
  throw new Error('Xvfb ended');
}
