/**
 * Opens a card's link while API responses are blocked. The find is recorded, or stored on the device, without waiting for other requests.
 */
import type { Page, Route } from '@playwright/test';
import { addSession, loadBalance, newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

const cardLink = '/card?id=TC-0000001';
const scanPath = '/api/scan';

/**
 * Blocks the responses to all calls except those for which `isLetThrough` returns true. Returns the idempotency keys of the scans and a
 * function that unblocks the responses.
 */
async function holdBack(page: Page, isLetThrough: (path: string) => boolean = () => false) {
  let isOver = false;
  const scanKeys = new Set<string | undefined>();
  await page.route('**/api/**', (route: Route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname === scanPath) scanKeys.add(request.headers()['idempotency-key']);
    if (isOver || isLetThrough(pathname)) return route.continue();
  });
  return {
    scanKeys,
    letThrough: () => {
      isOver = true;
    },
  };
}

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a card’s link shows the reward of the find after one round trip', { tag: '@long' }, async ({ page }) => {
  const finder = await newCaller();
  await addSession(page, finder);
  await holdBack(page, (path) => path === scanPath);
  const answeredPaths: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/')) answeredPaths.push(`${response.request().method()} ${pathname}`);
  });
  await page.goto(cardLink);
  await expect(page.getByText('You earned 1 Treasure Token!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Dashboard' })).toBeVisible();
  expect(answeredPaths).toEqual([`POST ${scanPath}`]);
});

test('a find without an answer is stored, reported as stored, and credited once it is answered', { tag: '@long' }, async ({ page }) => {
  const finder = await newCaller();
  await addSession(page, finder);
  const network = await holdBack(page);
  await page.goto(cardLink);
  await expect(page.getByRole('heading', { name: 'Your find is saved' })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Saved. We’ll send it when you’re back online.')).toBeVisible();
  expect(await loadBalance(finder)).toBe(0);
  network.letThrough();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByText('You earned 1 Treasure Token!').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cache Card Found!' })).toBeVisible();
  expect(await loadBalance(finder)).toBe(1);
  expect(network.scanKeys.size).toBe(1);
});

test('reloading the page before the answer sends only one scan', { tag: '@long' }, async ({ page }) => {
  const finder = await newCaller();
  await addSession(page, finder);
  const network = await holdBack(page);
  await page.goto(cardLink);
  await expect.poll(() => network.scanKeys.size).toBe(1);
  network.letThrough();
  await page.reload();
  await expect(page.getByText('You earned 1 Treasure Token!')).toBeVisible();
  expect(network.scanKeys.size).toBe(1);
});

test.describe('with an ended session', () => {
  test.use({ provoked: [/status of 401/] });

  test('a card’s link shows the visitor’s view', { tag: '@long' }, async ({ page }) => {
    const finder = await newCaller();
    await addSession(page, finder);
    await finder.api.post('/api/logout', { headers: { Authorization: `Bearer ${finder.user.token}` } });
    await page.goto(cardLink);
    await expect(page.getByRole('heading', { name: 'Sign up to get started!' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Cache Card Found!' })).toBeVisible();
    await expect(page.getByText('Scan failed')).toHaveCount(0);
  });
});
