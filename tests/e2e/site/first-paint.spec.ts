/** A prerendered page before any other file has loaded: it looks like the final page and shows no loading error. */
import type { Page } from '@playwright/test';
import { type PrerenderedName, prerendered, routes } from '#schema/routes.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

/** All prerendered pages except the not-found page, whose 404 status the browser logs as an error. */
const paths = (Object.keys(prerendered) as PrerenderedName[]).filter((name) => name !== 'notFound').map((name) => routes[name].path);

/** Pages checked by `npm test`: one that is only text and one that needs JavaScript. `npm run test:long` checks all pages. */
const usual: string[] = [routes.home.path, routes.card.path];

/**
 * Opens a page whose code never loads. Each call of `loadStyles` loads part of its style sheets: first all but the last one, then the last
 * one.
 */
async function openUnstyled(page: Page, path: string): Promise<{ loadStyles: (part: 'all but the last' | 'the last') => Promise<void> }> {
  const parts = { 'all but the last': Promise.withResolvers<void>(), 'the last': Promise.withResolvers<void>() };
  await page.route('**/assets/*.js', () => {});
  await page.route('**/assets/*.css', async (route) => {
    const isLast = await page.evaluate(
      (url) => [...document.querySelectorAll<HTMLLinkElement>('head > link[rel="stylesheet"]')].at(-1)?.href === url,
      route.request().url(),
    );
    await parts[isLast ? 'the last' : 'all but the last'].promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForFunction(() => [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'));
  // Waits for decoding, because a loaded image is not painted immediately.
  await page.evaluate(async () => {
    await Promise.all([...document.images].filter(({ complete }) => complete).map((image) => image.decode()));
  });
  await fontsLoaded(page);
  return {
    async loadStyles(part) {
      parts[part].resolve();
      await page.waitForFunction((isLast) => {
        const links = [...document.querySelectorAll<HTMLLinkElement>('head > link[rel="stylesheet"]')];
        return (
          links.length > 0 && (isLast ? links.every(({ media }) => media === '') : links.slice(0, -1).every(({ sheet }) => sheet !== null))
        );
      }, part === 'the last');
      await fontsLoaded(page);
    },
  };
}

/** Waits for all fonts, because `ready` alone does not cover fonts that no layout has requested yet. */
const fontsLoaded = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.load('700 1em Fraunces');
    await document.fonts.ready;
  });

/**
 * Takes screenshots until two in a row are identical, because decoded images appear only in the next frame, which may be late on a busy
 * machine.
 */
async function finalScreenshot(page: Page): Promise<Buffer> {
  for (let before: Buffer | undefined; ; ) {
    const now = await page.screenshot({ animations: 'disabled' });
    if (before?.equals(now)) return now;
    before = now;
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme}`, () => {
    test.use({ colorScheme });

    // Tests each color scheme at only one window size because color scheme and window size are independent.
    for (const path of paths) {
      test(`${path} looks like the final page`, {
        tag: [colorScheme === 'dark' ? '@phone' : '@desktop', ...(usual.includes(path) ? [] : ['@long'])],
      }, async ({ page }) => {
        const { loadStyles } = await openUnstyled(page, path);
        const first = await finalScreenshot(page);
        for (const part of ['all but the last', 'the last'] as const) {
          await loadStyles(part);
          expect((await page.screenshot({ animations: 'disabled' })).equals(first), part).toBe(true);
        }
      });
    }
  });
}

test('no failure is reported while everything is still loading', { tag: '@long' }, async ({ page }) => {
  await openUnstyled(page, '/');
  await expect(page.getByText('Parts of this page did not load.')).toBeHidden();
});
