/**
 * Journeys and looks that follow each other in one page. A new window for each, with the site's files to fetch, to compile and
 * to run for the first time, is more work than most of what is done in it. What a test adds to each document it takes away
 * again. Tests of how files come, and those that need other options of a context, take `test` of quiet-console.ts.
 */
import type { CDPSession, Page } from '@playwright/test';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { test as quiet } from '#tests/support/browser/quiet-console.ts';

interface Kept {
  page: Page;
  browserOfPage: CDPSession;
  /** For whom the site stands open, where `show` opened it. */
  openFor?: string;
}

interface KeptPage {
  /** The page stands as the test before left it, so that `show` can go on from there. */
  standsOpen: boolean;
  /** Shows a screen to somebody: where the site stands open for them as a link in it would, else opened anew with the session that `lend` gives. */
  show: (who: string, path: string, lend: () => Promise<unknown>) => Promise<void>;
}

export const test = quiet.extend<KeptPage, { kept: Kept }>({
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
  standsOpen: [false, { option: true }],
  page: async ({ kept, context, viewport, standsOpen }, use) => {
    const { page } = kept;
    if (!standsOpen) await leave(kept);
    // Not before the page is left: calls that were never to be answered would go through after all. Where it stands open none may be held.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    if (!standsOpen) await forget(kept);
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light', media: null });
    await use(page);
  },
  show: async ({ kept }, use) => {
    await use(async (who, path, lend) => {
      const { page } = kept;
      if (kept.openFor === who) return followLink(page, path);
      await leave(kept);
      await forget(kept);
      await lend();
      await page.goto(path);
      kept.openFor = who;
    });
  },
});

/** To an address of the site that runs nothing. */
async function leave(kept: Kept): Promise<void> {
  await kept.page.goto('/robots.txt');
  delete kept.openFor;
}

/** As a new page would be: signed out, with nothing stored. */
async function forget({ page, browserOfPage }: Kept): Promise<void> {
  await page.context().clearCookies();
  await browserOfPage.send('Storage.clearDataForOrigin', { origin: testOrigin, storageTypes: 'all' });
  await page.evaluate(() => sessionStorage.clear());
}

/** By way of a page that shows nothing, so that nothing is left of what stood open. */
async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate(() => history.pushState(null, '', '/nowhere'));
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  await page.evaluate((path) => history.pushState(null, '', path), path);
}
