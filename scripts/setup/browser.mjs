import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';
import { Problem, step } from './steps.mjs';

/** Paths of installed browsers. The headless shell comes first because it opens a page in half the time of a full browser. */
const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Chromium's sandbox does not work as root. */
export const sandboxFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const playwrightFolder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright');

/**
 * Returns CHROMIUM_PATH, or the path of an installed browser, or the path of Playwright's own browser.
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test');
  return findFirst([...listBrowserPaths(), chromium.executablePath()]);
}

const listBrowserPaths = () => [process.env.CHROMIUM_PATH ?? '', ...systemBrowsers];

/** @param {string[]} places */
function findFirst(places) {
  return places.find((path) => path !== '' && existsSync(path));
}

/**
 * Installs a browser if there is none: the distribution's package if possible, otherwise Playwright's own.
 * @param {(note: string) => void} note
 */
export async function ensureBrowser(note) {
  const browser = await findBrowser();
  if (browser) return note(`Found a browser: ${browser}`);
  await installPackage();
  if (await findBrowser()) return;
  console.log('  Installing Playwright’s Chromium');
  const own = await run('playwright', ['install', 'chromium']);
  if (own.code === 0 && (await findBrowser())) return note('Installed Playwright’s Chromium');
  throw new Problem('Could not install a browser for the tests. Install Chromium, or set CHROMIUM_PATH=/path/to/chromium');
}

/** Installs the distribution's browser package if there is no browser. Does not use npm, so it can run during `npm ci`. */
export async function installPackagedBrowser() {
  if (!findFirst([...listBrowserPaths(), playwrightFolder])) await installPackage();
}

async function installPackage() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  await step('Installing the distribution’s browser', async (note) => {
    const packages = ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'];
    for (const args of [['update'], packages]) {
      const { code, output } = await run('apt-get', args, { output: 'captured' });
      if (code === 0) continue;
      console.log(output.trimEnd());
      return note('The distribution’s browser is not available');
    }
    note(`Installed the distribution’s browser: ${findFirst(systemBrowsers)}`);
  });
}
