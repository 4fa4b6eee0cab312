import { defineConfig } from '@playwright/test';
import { findBrowser } from '#scripts/setup/browser.mjs';
import { testOrigin } from '#tests/support/demo.ts';
import { windows } from '#tests/support/windows.ts';

/** Root may not sandbox; the rest keeps the browser off the network. */
export const browserArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // One database for all: journeys follow each other.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // A machine that is busy elsewhere for a moment fails no submission: what passes at the second try is reported as flaky.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: testOrigin,
    screenshot: 'only-on-failure',
    // What fades in is measured for its contrast at once.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: await findBrowser(), args: browserArgs },
  },
  // A test of one window alone is tagged with it.
  projects: [
    // Screens and mails are looked at in both windows by themselves; administrators and developers work at desks; the site as a whole is the same in both.
    {
      name: 'phone',
      use: { viewport: windows.phone, hasTouch: true },
      testIgnore: '**/{screens,admin-*,mail-pictures,crawl,dev-pages,site}.spec.ts',
      grepInvert: /@desktop/,
    },
    // Cards are held up to phones and mails are read there, and these journeys are the same in a wider window: they run on phones alone.
    {
      name: 'desktop',
      use: { viewport: windows.desktop },
      testIgnore: '**/{scan,offline,claims,missing,placement,my-data,mail,early-presses,social-sign-in,referrals,password-reset}.spec.ts',
      grepInvert: /@phone/,
    },
  ],
  webServer: {
    command: 'node tests/support/server.ts',
    url: `${testOrigin}/api/health`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
  },
});
