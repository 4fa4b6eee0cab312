/**
 * Journeys that share one page, because a new window for each would spend more on loading and compiling the site than on the test. Whatever
 * a test adds to a document it removes again. Tests of file loading and those with other context options use `test` of quiet-console.ts.
 */
import type { CDPSession, Page } from '@playwright/test';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { test as quietTest } from '#tests/support/browser/quiet-console.ts';

interface SharedPage {
  page: Page;
  browserOfPage: CDPSession;
  /** The person for whom `show` opened the site. */
  openFor?: string;
}

interface SharedPageFixtures {
  /** Keeps the page as the previous test left it, so that `show` can continue there. */
  isPageReused: boolean;
  /**
   * Shows a screen to a person: if the site is open for them, like following a link; otherwise opened again with the session from `lend`.
   */
  show: (who: string, path: string, signInPage: () => Promise<unknown>) => Promise<void>;
}

export const test = quietTest.extend<SharedPageFixtures, { sharedPage: SharedPage }>({
  sharedPage: [
    async ({ browser }, use, { project }) => {
      const { viewport, hasTouch, contextOptions } = project.use;
      const context = await browser.newContext({ ...contextOptions, baseURL: testOrigin, viewport, hasTouch });
      const page = await context.newPage();
      await use({ page, browserOfPage: await context.newCDPSession(page) });
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedPage: { page } }, use) => {
    const context = page.context();
    await use(context);
    for (const other of context.pages()) if (other !== page) await other.close();
  },
  isPageReused: [false, { option: true }],
  page: async ({ sharedPage, context, viewport, isPageReused }, use) => {
    const { page } = sharedPage;
    if (!isPageReused) await leave(sharedPage);
    // Only after leaving the page, because unrouting releases calls that tests left unanswered. An open page must have none.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    if (!isPageReused) await forget(sharedPage);
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light', media: null });
    await use(page);
  },
  show: async ({ sharedPage }, use) => {
    await use(async (who, path, signInPage) => {
      const { page } = sharedPage;
      if (sharedPage.openFor === who) return followLink(page, path);
      await leave(sharedPage);
      await forget(sharedPage);
      await signInPage();
      await page.goto(path);
      sharedPage.openFor = who;
    });
  },
});

/** Goes to a static file of the site. */
async function leave(kept: SharedPage): Promise<void> {
  await kept.page.goto('/robots.txt');
  delete kept.openFor;
}

/** Resets to a new page's state: signed out, nothing stored. */
async function forget({ page, browserOfPage }: SharedPage): Promise<void> {
  await page.context().clearCookies();
  await browserOfPage.send('Storage.clearDataForOrigin', { origin: testOrigin, storageTypes: 'all' });
  await page.evaluate(() => sessionStorage.clear());
}

/** Through an empty page, so that nothing of the open one remains. */
async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate(() => history.pushState(null, '', '/nowhere'));
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  await page.evaluate((path) => history.pushState(null, '', path), path);
}
