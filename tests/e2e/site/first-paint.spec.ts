/** What a visitor sees of a prerendered page before any other file has come: styled as it stays, and nothing that is meant for later. */
import type { Page } from '@playwright/test';
import { type PrerenderedName, prerendered, routes } from '#schema/routes.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

/** Not the not-found page, whose status the browser complains of. */
const paths = (Object.keys(prerendered) as PrerenderedName[]).filter((name) => name !== 'notFound').map((name) => routes[name].path);

/** Opens a page whose code does not come at all, and whose whole styles come when they are told to: the last by itself. */
async function openUnstyled(page: Page, path: string): Promise<{ stylesCome: (part: 'all but the last' | 'the last') => Promise<void> }> {
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
  // What has come is not painted yet.
  await page.evaluate(async () => {
    await Promise.all([...document.images].filter(({ complete }) => complete).map((image) => image.decode()));
  });
  await fontsCame(page);
  return {
    async stylesCome(part) {
      parts[part].resolve();
      await page.waitForFunction((isLast) => {
        const links = [...document.querySelectorAll<HTMLLinkElement>('head > link[rel="stylesheet"]')];
        return (
          links.length > 0 && (isLast ? links.every(({ media }) => media === '') : links.slice(0, -1).every(({ sheet }) => sheet !== null))
        );
      }, part === 'the last');
      await fontsCame(page);
    },
  };
}

/** `ready` alone says nothing of a face that no layout has asked for yet. */
const fontsCame = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.load('700 1em Fraunces');
    await document.fonts.ready;
  });

/** What stands there, once it stays so: what was decoded is painted with the next frame, which a busy machine may be late with. */
async function painted(page: Page): Promise<Buffer> {
  for (let before: Buffer | undefined; ; ) {
    const now = await page.screenshot({ animations: 'disabled' });
    if (before?.equals(now)) return now;
    before = now;
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme}`, () => {
    test.use({ colorScheme });

    // Each page once in each window, and once by day and by night: neither changes what the other does.
    for (const path of paths) {
      test(`${path} looks as it stays`, { tag: colorScheme === 'dark' ? '@phone' : '@desktop' }, async ({ page }) => {
        const { stylesCome } = await openUnstyled(page, path);
        const first = await painted(page);
        for (const part of ['all but the last', 'the last'] as const) {
          await stylesCome(part);
          expect((await page.screenshot({ animations: 'disabled' })).equals(first), part).toBe(true);
        }
      });
    }
  });
}

test('nothing is said to have failed while everything is on its way', async ({ page }) => {
  await openUnstyled(page, '/');
  await expect(page.getByText('Parts of this page did not load.')).toBeHidden();
});
