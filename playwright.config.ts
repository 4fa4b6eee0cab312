import { defineConfig } from '@playwright/test';
import { findBrowser } from '#scripts/setup/browser.mjs';
import { isLongRun, laneCount, testOrigin } from '#tests/support/browser/demo.ts';
import type { TestOptions } from '#tests/support/browser/quiet-console.ts';
import { windows } from '#tests/support/browser/windows.ts';

/**
 * Chromium features to disable. Even in headless mode, full Chromium loads two address-bar popups and a spare renderer process with each
 * window, which doubles the cost of opening a page. The list repeats the features that Playwright disables because this flag overrides
 * Playwright's own.
 */
const disabledFeatures = [
  ...['PaintHolding', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'DestroyProfileOnBrowserClose', 'ThirdPartyStoragePartitioning'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'],
];

/** Disables V8's optimizing compilers. Tests close pages before optimization pays off, so pages load about 10% faster without it. */
const withoutOptimizing = '--js-flags=--no-maglev --no-turbofan';

/**
 * Chromium's command-line arguments. Its sandbox does not work as root; the other arguments disable background network traffic and unneeded
 * features.
 */
export const browserArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  `--disable-features=${disabledFeatures.join(',')}`,
];

const desktopSpecs = '**/{admin-*,crawl,dev-pages,passkeys,site}.spec.ts';
const screenSpecs = '**/{screens,admin-screens,mail-pictures,languages}.spec.ts';
const long = /@long/;
/**
 * Selects tests by tag. `npm run test:long` runs the tests tagged `@long`; `npm test` runs all others. Under `npm test`, tests tagged
 * `@oldest` run only in the oldest browser; under `npm run test:long`, they run in the current browser.
 */
const selected = (otherWindow: RegExp) =>
  isLongRun ? { grep: /@long|@oldest/, grepInvert: otherWindow } : { grepInvert: [otherWindow, long] };

export default defineConfig<TestOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Each worker has its own database. Tests in the same file share it, so they run sequentially.
  workers: laneCount,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // Retries once so that a busy machine does not fail the run. A test that passes on the second attempt is reported as flaky.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: 'list',
  reportSlowTests: null,
  use: {
    baseURL: testOrigin,
    screenshot: 'only-on-failure',
    // Contrast is measured as soon as a page renders, so fade-in animations are disabled.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: await findBrowser(), args: [...browserArgs, withoutOptimizing] },
  },
  // Tests that apply to only one window size are tagged `@phone` or `@desktop`.
  projects: [
    // The screen tests resize the window themselves. They take the longest, so they start first.
    ...(isLongRun ? [{ name: 'screens', use: { viewport: windows.desktop }, testMatch: screenSpecs }] : []),
    // Members use their phones outdoors, so the tests of members' pages run in a phone-sized window only.
    {
      name: 'phone',
      use: { viewport: windows.phone, hasTouch: true, hasOldestBrowser: !isLongRun },
      testIgnore: [screenSpecs, '**/{admin-*,crawl,dev-pages,site}.spec.ts'],
      ...selected(/@desktop/),
    },
    // These tests run in a desktop-sized window: administrators and developers use desktops, and the `crawl` and `site` tests do not depend
    // on the window size.
    {
      name: 'desktop',
      use: { viewport: windows.desktop },
      testMatch: isLongRun ? desktopSpecs : [desktopSpecs, screenSpecs],
      ...(isLongRun ? { testIgnore: screenSpecs } : {}),
      ...selected(/@phone/),
    },
    // Public pages have a different header in wide windows, so `npm run test:long` also tests them in a desktop-sized window.
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
