/** What a visitor sees of a prerendered page before any other file has come: styled as it stays, and nothing that is meant for later. */
import type { Page } from '@playwright/test';
import { type PrerenderedName, prerendered, routes } from '#schema/routes.ts';
import { expect, test } from '#tests/support/quiet-console.ts';

/** Not the not-found page, whose status the browser complains of. */
const paths = (Object.keys(prerendered) as PrerenderedName[]).filter((name) => name !== 'notFound').map((name) => routes[name].path);

/** Opens a page whose whole styles are on their way until `stylesCome` is called, and whose code does not come at all. */
async function openUnstyled(page: Page, path: string): Promise<{ stylesCome: () => Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', () => {});
  await page.route('**/assets/*.css', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForFunction(() => [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'));
  return {
    async stylesCome() {
      resolve();
      await page.waitForFunction(() => {
        const links = [...document.querySelectorAll<HTMLLinkElement>('head > link[rel="stylesheet"]')];
        return links.length > 0 && links.every(({ sheet }) => sheet !== null);
      });
    },
  };
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme}`, () => {
    test.use({ colorScheme });

    // The styles of the night are the same in both windows.
    for (const path of paths) {
      test(`${path} looks as it stays`, { tag: colorScheme === 'dark' ? '@phone' : [] }, async ({ page }) => {
        const { stylesCome } = await openUnstyled(page, path);
        const first = await page.screenshot({ animations: 'disabled' });
        await stylesCome();
        expect((await page.screenshot({ animations: 'disabled' })).equals(first)).toBe(true);
      });
    }
  });
}

test('nothing is said to have failed while everything is on its way', async ({ page }) => {
  await openUnstyled(page, '/');
  await expect(page.getByText('Parts of this page did not come through.')).toBeHidden();
});
