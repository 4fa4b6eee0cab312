/** Home, About and How It Works, and every page's header and footer, with and without JavaScript. */
import type { Locator, Page } from '@playwright/test';
import { addSession, demoCaller } from '#tests/support/browser/callers.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

// Prerendered pages do not depend on the browser's language, and hydration must not change them.
test.use({ locale: 'de-DE' });

const pages = { '/': 'Earn Vacations Geocaching', '/about': 'About Cache Cards', '/how-it-works': 'How It Works' };
const anchors = {
  '/about#testimonials': 'What members say',
  '/how-it-works#tips': 'Tips for the trail',
  '/how-it-works#destinations': 'Destinations',
};

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600;
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Waits until the page's code has loaded. Until then, links trigger a full page load, which resets focus to the top. */
const expectHydrated = (page: Page) => expect(page.locator('#root:not([data-page])')).toBeAttached();

/** Returns a link in the header. On phones, the link is in the menu. */
async function headerLink(page: Page, name: string): Promise<Locator> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name });
}

/** Asserts that an element is inside the viewport and not hidden by the sticky header. */
async function expectUnderHeader(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeInViewport();
  await expect(async () => {
    const header = await page.getByRole('banner').boundingBox();
    const box = await place.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    expect(box?.y).toBeLessThan(240);
  }).toPass({ timeout: 5_000 });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, title] of Object.entries(pages)) {
    test(`${path} can be read`, { tag: path === '/' ? [] : '@long' }, async ({ page }) => {
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Create a Free Account' })).toHaveAttribute('href', '/auth');
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
      for (const picture of await page.locator('main img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      }
    });
  }

  test('/card says that it needs JavaScript, and shows no loading state', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/card?id=TC-0000001');
    const note = page.locator('main noscript p');
    await expect(note).toContainText('This page needs JavaScript.');
    await expect(note).toBeVisible();
    await expect(page.getByText('Loading Cache Card information...')).toBeHidden();
  });

  test('the header’s links work, on phones in its menu', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    const link = await headerLink(page, 'About');
    await expect(link).toBeVisible();
    await link.click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(heading(page, 'About Cache Cards')).toBeVisible();
    await expect(await headerLink(page, 'About')).toHaveAttribute('aria-current', 'page');
  });

  for (const [address, name] of Object.entries(anchors)) {
    test(`${address} leads to its anchor`, { tag: ['@phone', '@long'] }, async ({ page }) => {
      await page.goto(address);
      await expectUnderHeader(page, heading(page, name));
    });
  }
});

test.describe('with JavaScript', () => {
  for (const [address, name] of Object.entries(anchors)) {
    test(`${address} leads to its anchor and focuses it`, { tag: ['@phone', '@long'] }, async ({ page }) => {
      await page.goto(address);
      await expectUnderHeader(page, heading(page, name));
      await expect(heading(page, name)).toBeFocused();
    });
  }

  test('the footer leads to anchors on other pages and on this one, and back', { tag: '@long' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const footer = page.getByRole('navigation', { name: 'Footer' });
    await footer.getByRole('link', { name: 'Testimonials' }).click();
    await expect(page).toHaveURL(/\/about#testimonials$/);
    await expectUnderHeader(page, heading(page, 'What members say'));
    await expect(heading(page, 'What members say')).toBeFocused();

    await footer.getByRole('link', { name: 'Tips' }).click();
    await expectUnderHeader(page, heading(page, 'Tips for the trail'));
    await footer.getByRole('link', { name: 'Destinations' }).click();
    await expect(page).toHaveURL(/\/how-it-works#destinations$/);
    await expectUnderHeader(page, heading(page, 'Destinations'));
    await expect(heading(page, 'Destinations')).toBeFocused();

    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/about#testimonials$/);
    await expect(page).toHaveTitle('About · Earn Vacations Geocaching');
  });

  // Runs only on phones because a wide window shows the links without a menu.
  test('the phone menu opens and closes by touch and by keyboard, and is closed on the next page', { tag: ['@phone', '@long'] }, async ({
    page,
  }) => {
    await page.goto('/about');
    await expectHydrated(page);
    const button = page.getByRole('button', { name: 'Menu' });
    const link = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'How It Works' });
    await expect(link).toBeHidden();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(link).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(link).toBeHidden();
    await expect(button).toBeFocused();

    await button.click();
    await page.getByRole('main').click({ position: { x: 20, y: 700 }, force: true });
    await expect(link).toBeHidden();

    await button.click();
    await link.click();
    await expect(heading(page, 'How It Works')).toBeFocused();
    await expect(link).toBeHidden();
  });

  test('Home links to its own steps, and to the full list of steps', { tag: '@long' }, async ({ page }) => {
    await page.goto('/');
    await expectHydrated(page);
    await page.getByRole('link', { name: 'Learn More' }).click();
    await expectUnderHeader(page, heading(page, 'From first find to first flight'));
    await page.getByRole('link', { name: 'How it works, step by step' }).click();
    await expect(heading(page, 'How It Works')).toBeFocused();
    await expect(page).toHaveTitle('How It Works · Earn Vacations Geocaching');
  });

  test('a member is led to the dashboard and to higher memberships, without layout shifts', { tag: '@long' }, async ({ page }) => {
    await addSession(page, await demoCaller('basic'));
    await page.goto('/how-it-works');
    await expect(page.getByRole('button', { name: /Menu for/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute('href', '/dashboard?upgrade=premium');
    await expect(page.getByRole('link', { name: 'Open Your Dashboard' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Sign|Join|Free Account/ })).toHaveCount(0);
    expect(await layoutShifts(page)).toEqual([]);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
    expect(await layoutShifts(page)).toEqual([]);
  });

  for (const path of ['/', '/auth']) {
    test(`a member on a slow machine never sees the guests’ parts of ${path}`, { tag: '@desktop' }, async ({ page }) => {
      await addSession(page, await demoCaller('basic'));
      await page.addInitScript(() => {
        const seen = new Set<string>();
        Object.assign(globalThis, { seen });
        const recordVisible = () => {
          for (const element of document.querySelectorAll('.guest-only')) {
            if (element.checkVisibility({ visibilityProperty: true })) seen.add(element.textContent);
          }
          requestAnimationFrame(recordVisible);
        };
        recordVisible();
      });
      const machine = await page.context().newCDPSession(page);
      await machine.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.goto(path);
      if (path === '/auth') await page.waitForURL('**/dashboard**');
      else await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
      // Resets the throttling because a throttled browser would take too long to close.
      await machine.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      expect(await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])).toEqual([]);
    });
  }

  test('messengers receive a preview picture', { tag: '@desktop' }, async ({ page, request }) => {
    await page.goto('/about');
    const address = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
    const answer = await request.get(address);
    expect(answer.headers()['content-type']).toBe('image/png');
    const picture = await answer.body();
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(picture.length).toBeLessThan(120_000);
  });
});

interface LayoutShift extends PerformanceEntry {
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Returns the parts of the page that have shifted since it was opened. */
function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const { sources } of list.getEntries() as LayoutShift[]) {
            for (const { node, previousRect, currentRect } of sources) {
              const name = node instanceof Element ? `${node.tagName}.${node.className}` : node?.textContent;
              moved.push(`${name}: ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`);
            }
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(moved)));
      }),
  );
}
