/**
 * Journeys and looks that follow each other in one page. A new window for each, with the site's files to fetch, to compile and
 * to run for the first time, is more work than most of what is done in it. What a test adds to each document it takes away
 * again. Tests of how files come, and those that need other options of a context, take `test` of quiet-console.ts.
 */
import type { CDPSession, Page } from '@playwright/test';
import { testOrigin } from '#tests/support/demo.ts';
import { test as quiet } from '#tests/support/quiet-console.ts';

interface Kept {
  page: Page;
  browserOfPage: CDPSession;
}

export const test = quiet.extend<object, { kept: Kept }>({
  kept: [
    async ({ browser }, use, { project }) => {
      const { viewport, hasTouch, contextOptions } = project.use;
      const context = await browser.newContext({ ...contextOptions, baseURL: testOrigin, viewport, hasTouch });
      const page = await context.newPage();
      await use({ page, browserOfPage: await context.newCDPSession(page) });
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ kept: { page } }, use) => {
    const context = page.context();
    await use(context);
    for (const other of context.pages()) if (other !== page) await other.close();
  },
  /** As a new one would be: signed out, by day, with nothing stored; at an address of the site that runs nothing. */
  page: async ({ kept: { page, browserOfPage }, context, viewport }, use) => {
    await page.goto('/robots.txt');
    // Not before the page is left: calls that were never to be answered would go through after all.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearCookies();
    await browserOfPage.send('Storage.clearDataForOrigin', { origin: testOrigin, storageTypes: 'all' });
    await page.evaluate(() => sessionStorage.clear());
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light', media: null });
    await use(page);
  },
});
