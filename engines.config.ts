/** `npm test -- --only engines`: journeys in Firefox and WebKit, one project each. */
import { defineConfig } from '@playwright/test';
import { firefoxPreferences } from '#tests/support/browser/firefox.ts';
import type { WorkerOptions } from '#tests/support/browser/quiet-console.ts';
import { windows } from '#tests/support/browser/windows.ts';
import base from './playwright.config.ts';

export default defineConfig<object, WorkerOptions>({
  ...base,
  // Firefox takes twice as long as Chromium.
  timeout: 120_000,
  projects: [
    {
      name: 'firefox',
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        viewport: windows.phone,
        launchOptions: { executablePath: '/usr/bin/firefox-esr', args: [], firefoxUserPrefs: firefoxPreferences },
      },
      testMatch: [
        'accounts/{my-data,password-reset,social-sign-in,admin-users}',
        'certificates/{review,vacation}',
        'chests/chests',
        'finding/find-place',
        'orders/{checkout,held-back}',
        'payouts/admin-payouts',
        'scans/{missing,scan-without-camera,visitor}',
        'site/{home,info-pages,member-bar}',
      ].map((files) => `**/${files}.spec.ts`),
      // Firefox does not show Playwright the downloads of `blob:` links, goes offline only by its own menu, and runs no code of tests on a
      // page without JavaScript.
      grepInvert: [/@long/, /downloads their data/, /export$/, /offline/, /without JavaScript/],
    },
    { name: 'webkit', testDir: 'tests/webkit' },
  ],
});
