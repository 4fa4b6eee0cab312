/** Playwright config that runs the user journeys in Firefox and WebKit, with one project per browser: `npm test -- --only engines`. */
import { defineConfig } from '@playwright/test';
import { firefoxPreferences } from '#tests/support/browser/firefox.ts';
import { windows } from '#tests/support/browser/windows.ts';
import base from './playwright.config.ts';

export default defineConfig({
  ...base,
  // Twice the default timeout because Firefox takes twice as long as Chromium.
  timeout: 120_000,
  expect: { timeout: 20_000 },
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
        'certificates/vacation',
        'chests/chests',
        'finding/find-place',
        'orders/checkout',
        'scans/{missing,scan-without-camera,visitor}',
        'site/member-bar',
      ].map((files) => `**/${files}.spec.ts`),
      // Skips tests that do not work in Firefox: it does not report downloads of `blob:` links and cannot be taken offline. Firefox ESR 153
      // also crashes on some pages with lists.
      grepInvert: [/@long/, /downloads their data/, /export$/, /offline/, /and past chests$/],
    },
    { name: 'webkit', testDir: 'tests/webkit' },
  ],
});
