/** Offline scanning: scans are stored on the device and sent once the network returns, only in the session of the member who made them. */
import type { Page } from '@playwright/test';
import { addSession, loadBalance, newCaller } from '#tests/support/browser/callers.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

test.use({ provoked: [/ERR_INTERNET_DISCONNECTED/], hasServiceWorker: true });

const cardId = 'TC-0000001';

/** Opens a page and waits until it is also available offline. */
async function openReady(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/**
 * Goes back online and fires the `online` event. The browser does not fire it here, because it considers a page opened while offline to be
 * online.
 */
async function networkReturns(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

async function scanTyped(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Scan QR' }).click();
  await page.getByLabel('Or type the card ID').fill(cardId);
  await page.getByRole('button', { name: 'Collect' }).click();
  await expect(page.getByRole('heading', { name: 'Saved. We’ll send it when you’re back online.' })).toBeVisible();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('trail-mix-7');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard**');
}

test('an offline scan survives a reload and is credited once', { tag: '@long' }, async ({ page, context }) => {
  const caller = await newCaller();
  await addSession(page, caller);
  await openReady(page, '/dashboard');
  await context.setOffline(true);
  await scanTyped(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: '1 scan waiting' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No connection out here' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 scan waiting' })).toBeVisible();
  expect(await loadBalance(caller)).toBe(0);

  await networkReturns(page);
  await expect(page.getByText('Your saved scan was sent').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome, Robin!' })).toBeVisible();
  await expect(page.locator('.queued-scan')).toContainText('You earned 1 Treasure Token!');
  await expect(page.locator('.stat-tile', { hasText: 'Treasure Tokens' }).locator('.stat-value')).toHaveText('1');
  await page.reload();
  await page.locator('.queued-scans').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.locator('.queued-scan')).toHaveCount(0);
  expect(await loadBalance(caller)).toBe(1);

  await expect(page.locator('.find-lines')).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  const lastSeen = page.getByRole('region', { name: /^Balance as of / });
  await expect(lastSeen.locator('.stat-value')).toHaveText(['1', '1']);
  await expect(lastSeen.getByRole('listitem')).toContainText('+1 token');
});

test('a card’s link opened offline is stored too', { tag: '@long' }, async ({ page, context }) => {
  const caller = await newCaller();
  await addSession(page, caller);
  await openReady(page, '/dashboard');
  await context.setOffline(true);
  await page.goto(`/card?id=${cardId}`);
  await expect(page.getByText('Saved. We’ll send it when you’re back online.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Saved. We’ll send it when you’re back online.')).toBeVisible();
  await networkReturns(page);
  await expect(page.getByText('You earned 1 Treasure Token!').first()).toBeVisible();
  expect(await loadBalance(caller)).toBe(1);
});

test('two tabs send it once, and both show it', { tag: '@long' }, async ({ page, context }) => {
  const caller = await newCaller();
  await addSession(page, caller);
  await openReady(page, '/dashboard');
  const second = await context.newPage();
  await openReady(second, '/dashboard');
  await context.setOffline(true);
  await scanTyped(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(second.getByRole('heading', { name: '1 scan waiting' })).toBeVisible();
  const answered: number[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/api/scan')) answered.push(response.status());
  });
  await networkReturns(page);
  for (const tab of [page, second]) {
    await expect(tab.locator('.queued-scan')).toContainText('You earned 1 Treasure Token!');
    await expect(tab.locator('.stat-tile', { hasText: 'Treasure Tokens' }).locator('.stat-value')).toHaveText('1');
  }
  expect(answered).toEqual([200]);
  await second.close();
});

/** Logs out through the header's menu. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu for/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
}

test('another member on the device neither sees nor sends it', { tag: '@long' }, async ({ page, context }) => {
  const [finder, other] = [await newCaller(), await newCaller()];
  await addSession(page, finder);
  await openReady(page, '/dashboard');
  await context.setOffline(true);
  await scanTyped(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await logOut(page);
  await expect(page.getByText('Logged out')).toBeVisible();
  await networkReturns(page);

  await signIn(page, other.user.email);
  await expect(page.getByRole('heading', { name: 'Welcome, Robin!' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('No Cache Cards Found')).toBeVisible();
  await expect(page.locator('.queued-scan')).toHaveCount(0);
  await logOut(page);
  await expect(page.getByText('Logged out')).toBeVisible();
  expect(await loadBalance(other)).toBe(0);

  await signIn(page, finder.user.email);
  await expect(page.locator('.queued-scan')).toContainText('You earned 1 Treasure Token!');
});

test.describe('a page that does not work offline', () => {
  // Expected console errors: those of the service worker and of the page that fails to render.
  test.use({ provoked: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module|preload CSS/] });

  test('is left to the network, with an explanation', { tag: '@long' }, async ({ page, context }) => {
    await addSession(page, await newCaller());
    await openReady(page, '/dashboard');
    await context.setOffline(true);
    await page.goto('/verify-email#token=x');
    await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible();
    await networkReturns(page);
    await page.getByRole('button', { name: 'Reload' }).click();
    // The verify button appears only if the token in the URL survives the reload.
    await expect(page.getByRole('button', { name: 'Verify my email' })).toBeVisible();
  });
});

test.describe('with the service worker active', () => {
  test.use({ provoked: [/status of 404/] });

  test('unknown pages are still 404, and the site can be installed', { tag: '@long' }, async ({ page }) => {
    await openReady(page, '/');
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    const worker = await page.request.get('/sw.js');
    expect(worker.headers()['cache-control']).toContain('no-cache');
    const answer = await page.request.get('/manifest.webmanifest');
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const manifest = (await answer.json()) as {
      start_url: string;
      icons: { src: string }[];
      shortcuts: { url: string; icons: { src: string }[] }[];
    };
    for (const url of [manifest.start_url, ...manifest.shortcuts.map((shortcut) => shortcut.url)])
      expect((await page.request.get(url)).status()).toBe(200);
    for (const { src } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)])
      expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');
  });
});
