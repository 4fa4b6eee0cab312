/** Finds a Chromium for the browser tests, or installs one. */
import { existsSync } from 'node:fs';
import { run } from './run.mjs';
import { Problem } from './steps.mjs';

/** The headless shell first: it opens a page in half the time of a whole browser that shows no window. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** CHROMIUM_PATH, a browser in a usual place, or Playwright's own. @returns {Promise<string | undefined>} */
export async function findBrowser() {
  const { chromium } = await import('@playwright/test');
  const candidates = [process.env.CHROMIUM_PATH ?? '', ...usualPlaces, chromium.executablePath()];
  return candidates.find((path) => path !== '' && existsSync(path));
}

/** Makes sure that there is a browser: Playwright's own, else the distribution's package. @param {(note: string) => void} note */
export async function ensureBrowser(note) {
  const found = await findBrowser();
  if (found) return note(`A browser is there: ${found}`);
  console.log('  No browser found. Installing Playwright’s Chromium');
  const own = await run('playwright', ['install', 'chromium']);
  if (own.code === 0 && (await findBrowser())) return note('Installed Playwright’s Chromium');
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.log('  That was refused. Installing the distribution’s package');
    await run('apt-get', ['update']);
    const packaged = await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']);
    if (packaged.code === 0 && (await findBrowser())) return note('Installed the distribution’s Chromium');
  }
  throw new Problem('No browser could be installed for the tests. Install Chromium, or name one: CHROMIUM_PATH=/path/to/chromium npm test');
}
