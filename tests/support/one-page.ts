/**
 * Tests that look at one screen after the other share a page. A new browser window for each of them, with the site's
 * code to load, to compile and to run for the first time, is more work than all that is looked at in it.
 */
import type { Page } from '@playwright/test';
import type { SignedInCaller } from '#tests/support/callers.ts';
import { testOrigin } from '#tests/support/demo.ts';
import { test as quiet } from '#tests/support/quiet-console.ts';
import { windows } from '#tests/support/windows.ts';

export const test = quiet.extend<object, { kept: Page }>({
  kept: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: testOrigin, reducedMotion: 'reduce' });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  /** As a new one would be: signed out, by day, on a desk, with nothing stored; at an address of the site that runs nothing. */
  page: async ({ kept }, use) => {
    await kept.goto('/robots.txt');
    // Not before the page is left: calls that were never to be answered would go through after all.
    await kept.unrouteAll({ behavior: 'ignoreErrors' });
    await kept.context().clearCookies();
    await kept.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await kept.setViewportSize(windows.desktop);
    await kept.emulateMedia({ colorScheme: 'light' });
    await use(kept);
  },
});

/** Gives the shared page a member's session, as signing in would. */
export async function beSignedIn(page: Page, { api, user }: SignedInCaller): Promise<void> {
  await page.context().addCookies((await api.storageState()).cookies);
  await page.evaluate((token) => localStorage.setItem('auth_token', token), user.token);
}

/** Gives the shared page an administrator's session. */
export async function beAdmin(page: Page, token: string): Promise<void> {
  await page.evaluate((kept) => localStorage.setItem('adminToken', kept), token);
}
