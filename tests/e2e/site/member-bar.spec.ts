/**
 * The members' navigation bar works before its code has loaded and never covers content. Also tests shortcuts into the site: opening the
 * scanner, and collecting a card's token from its link.
 */
import type { Page } from '@playwright/test';
import { addSession, loadBalance, newCaller } from '#tests/support/browser/callers.ts';
import { findCutElements } from '#tests/support/browser/edges.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Member' });
const greeting = (page: Page) => page.getByRole('heading', { name: /^Welcome/ });

test('the member’s bar works before its code has loaded: links navigate, and a press on Scan is replayed', async ({ page }) => {
  await addSession(page, await newCaller());
  const { promise: codeDelivered, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await codeDelivered;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  await bar(page).getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(bar(page).getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page');
  await bar(page).getByRole('button', { name: 'Scan QR' }).click();
  resolve();
  await expect(page.getByRole('dialog', { name: 'Scan Cache Card' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible();
});

test('the member’s bar is hidden from visitors, whom a member page sends to sign in', { tag: '@long' }, async ({ page }) => {
  const watch = await page.addInitScript(() => {
    // Records whether the navigation bar is visible in any frame, including frames before the redirect.
    const recordVisible = () => {
      if (document.querySelector('.member-bar')?.checkVisibility()) sessionStorage.setItem('bar-seen', '1');
      requestAnimationFrame(recordVisible);
    };
    recordVisible();
  });
  await page.goto('/dashboard/find');
  await expect(page).toHaveURL(/\/auth$/);
  await expect(bar(page)).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('bar-seen'))).toBeNull();
  await watch.dispose();
});

test('the member’s bar makes room for typing, and never covers the end of a page', { tag: '@long' }, async ({ page }) => {
  await addSession(page, await newCaller());
  await page.goto('/account');
  const field = page.getByLabel('Last name');
  await field.focus();
  await expect(bar(page)).toBeHidden();
  await field.blur();
  await expect(bar(page)).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const end = await page.getByRole('contentinfo').boundingBox();
  const top = (await bar(page).boundingBox())?.y ?? 0;
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top + 1);
});

test('the member’s bar never covers the focused element, and its items follow each other in the tab order', { tag: '@long' }, async ({
  page,
}) => {
  await addSession(page, await newCaller());
  await page.goto('/dashboard/referrals');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).focus();
  const link = await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).boundingBox();
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0);
  await bar(page).getByRole('link', { name: 'Dashboard' }).focus();
  for (const name of ['Find', 'Scan QR', 'Cards', 'Account']) {
    await page.keyboard.press('Tab');
    await expect(bar(page).getByRole(name === 'Scan QR' ? 'button' : 'link', { name })).toBeFocused();
  }
});

test('the member’s bar has thumb-sized targets and all its labels, in both orientations and with large text', { tag: '@long' }, async ({
  page,
}) => {
  await addSession(page, await newCaller());
  await page.goto('/dashboard');
  await expect(page.getByRole('tablist')).toBeVisible();
  for (const [width, height] of [
    [375, 812],
    [320, 640],
    [812, 375],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const fontSize of ['100%', '200%']) {
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
      const where = `${width} px, ${fontSize}`;
      for (const item of await bar(page).locator('a:visible, button:visible').all()) {
        const box = await item.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), where).toBeGreaterThanOrEqual(44);
      }
      for (const word of await bar(page).locator('span:visible').all()) {
        const [own, around] = [await word.boundingBox(), await word.locator('..').boundingBox()];
        expect(own?.width, `${where}: ${await word.textContent()}`).toBeLessThanOrEqual(around?.width ?? 0);
        expect((own?.y ?? 0) + (own?.height ?? 0), where).toBeLessThanOrEqual(height);
      }
    }
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  expect(await findCutElements(page)).toEqual([]);
});

test('the shortcut’s address opens the scanner automatically', { tag: '@long' }, async ({ page }) => {
  await addSession(page, await newCaller());
  await page.goto('/dashboard?scan');
  await expect(page.getByRole('dialog', { name: 'Scan Cache Card' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(greeting(page)).toBeVisible();
});

test('a card’s link shows the token without a tap, after one call', { tag: '@long' }, async ({ page }) => {
  const caller = await newCaller();
  await addSession(page, caller);
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}`);
  });
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/scan'));
  await page.goto('/card?id=TC-0000001');
  await answered;
  // Besides the scan request, the page may send only the request for the signed-in user. That request runs in parallel and does not delay
  // the scan.
  expect(requests.filter((call) => call !== 'GET /api/user')).toEqual(['POST /api/scan']);
  await expect(page.getByText('You earned 1 Treasure Token!').first()).toBeVisible();
  expect(await loadBalance(caller)).toBe(1);
});
