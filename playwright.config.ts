import { defineConfig } from '@playwright/test';
import { findBrowser } from '#scripts/setup/browser.mjs';
import { isLongRun, laneCount, testOrigin } from '#tests/support/browser/demo.ts';
import { windows } from '#tests/support/browser/windows.ts';

/**
 * A whole Chromium shows no window here, but makes one: with two pages for its address bar and a process in reserve, which
 * are half the work of opening a page. The first line is of Playwright's own list, which ours replaces.
 */
const disabledFeatures = [
  ...['PaintHolding', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'DestroyProfileOnBrowserClose', 'ThirdPartyStoragePartitioning'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
];

/** A page here goes before code that the browser optimizes for it pays: a tenth of what a look at a screen costs. */
const withoutOptimizing = '--js-flags=--no-maglev --no-turbofan';

/** Root may not sandbox; the rest keeps the browser off the network. */
export const browserArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  `--disable-features=${disabledFeatures.join(',')}`,
];

const looks = '**/{screens,admin-screens,mail-pictures}.spec.ts';
const long = /@long/;
/** Journeys that `npm test` leaves to `npm run test:long`, or the others. */
const selected = (otherWindow: RegExp) => (isLongRun ? { grep: long, grepInvert: otherWindow } : { grepInvert: [otherWindow, long] });

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Each works on a database of its own, in which the journeys of a file follow each other.
  workers: laneCount,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // A machine that is busy elsewhere for a moment fails no submission: what passes at the second try is reported as flaky.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: 'list',
  reportSlowTests: null,
  use: {
    baseURL: testOrigin,
    screenshot: 'only-on-failure',
    // What fades in is measured for its contrast at once.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: await findBrowser(), args: [...browserArgs, withoutOptimizing] },
  },
  // A test of one window alone is tagged with it.
  projects: [
    // Looked at in both windows by themselves. The longest files of all, so they begin.
    { name: 'looks', use: { viewport: windows.desktop }, testMatch: looks, grepInvert: isLongRun ? [] : long },
    // Members are out with their phones: their journeys, which are the same in a wider window.
    {
      name: 'phone',
      use: { viewport: windows.phone, hasTouch: true },
      testIgnore: [looks, '**/{admin-*,crawl,dev-pages,site}.spec.ts'],
      ...selected(/@desktop/),
    },
    // Administrators and developers work at desks, and the site as a whole is the same in both windows.
    {
      name: 'desktop',
      use: { viewport: windows.desktop },
      testMatch: '**/{admin-*,crawl,dev-pages,passkeys,site}.spec.ts',
      testIgnore: looks,
      ...selected(/@phone/),
    },
    // The public pages have another header in a wide window.
    ...(isLongRun
      ? [{ name: 'wide', use: { viewport: windows.desktop }, testMatch: '**/{public-pages,first-paint}.spec.ts', grepInvert: /@phone/ }]
      : []),
  ],
  globalTeardown: ['./tests/support/stripe/stripe-proxy.ts', './tests/support/project/product-logs.ts'],
  webServer: {
    command: 'node tests/support/project/server.ts',
    wait: { stdout: /All lanes are ready/ },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
  },
});
