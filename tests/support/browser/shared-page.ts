/**
 * Lets tests share one page because loading the site in a new window takes longer than the test itself. A test must remove whatever it adds
 * to a document. Tests that examine how files load, need other context options or are tagged `@oldest` use `test` from quiet-console.ts.
 */
import type { Page } from '@playwright/test';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { test as quietTest, type SharedPage } from '#tests/support/browser/quiet-console.ts';

interface SharedPageFixtures {
  /** Whether to leave the page open after the test so that the next `show` can continue from there. */
  isPageReused: boolean;
  /**
   * Shows a screen to a person. If the site is already open for that person, navigates within it. Otherwise, signs the page in with
   * `signInPage` and opens the site.
   */
  show: (who: string, path: string, signInPage: () => Promise<unknown>) => Promise<void>;
}

export const test = quietTest.extend<SharedPageFixtures>({
  context: async ({ sharedPage: { page } }, use) => {
    const context = page.context();
    await use(context);
    for (const other of context.pages()) if (other !== page) await other.close();
  },
  isPageReused: [false, { option: true }],
  page: async ({ sharedPage, context, viewport, isPageReused }, use) => {
    const { page } = sharedPage;
    if (!isPageReused) await leave(sharedPage);
    // Removes routes only after leaving the page. Removing them releases requests that tests left pending, and an open page must not have
    // pending requests.
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

/** Leaves the app by opening a static file on the same origin. */
async function leave(kept: SharedPage): Promise<void> {
  await kept.page.goto('/robots.txt');
  delete kept.openFor;
}

/** Resets the page to the state of a new one: signed out, with empty storage. */
async function forget({ page, browserOfPage }: SharedPage): Promise<void> {
  await page.context().clearCookies();
  await browserOfPage?.send('Storage.clearDataForOrigin', { origin: testOrigin, storageTypes: 'all' });
  await page.evaluate(clearStorage);
}

/**
 * Runs in the browser. Does not delete databases in old browsers, which cannot list them. In Chromium, `Storage.clearDataForOrigin` has
 * already deleted them.
 */
async function clearStorage(): Promise<void> {
  sessionStorage.clear();
  localStorage.clear();
  const databases = 'databases' in indexedDB ? await indexedDB.databases() : [];
  for (const { name } of databases) if (name) indexedDB.deleteDatabase(name);
}

/** Navigates through the 404 page so that no state of the previous page remains. */
async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate(() => history.pushState(null, '', '/nowhere'));
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  await page.evaluate((path) => history.pushState(null, '', path), path);
}
