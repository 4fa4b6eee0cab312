/** Sharing the location of a find: with the browser's permission, while the device is offline, and when the browser denies permission. */
import type { Page } from '@playwright/test';
import { addSession, loadBalance, newCaller } from '#tests/support/browser/callers.ts';
import { openPreference } from '#tests/support/browser/open-preference.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

/** A position next to TC-0000001, a card whose owner has set its location. */
const place = { latitude: 35.6132, longitude: -82.5662, accuracy: 9 };
const question = 'Confirm you’re at the card?';
const found = { name: 'You earned 1 Treasure Token!' };

/**
 * Records the card and accuracy of each position that the page sends, whether with the scan or later. Wraps `fetch` because responses do
 * not contain the positions and Playwright cannot read request bodies in every browser.
 */
async function recordStatedPlaces(page: Page): Promise<string[]> {
  const statedPlaces: string[] = [];
  await page.exposeFunction('recordCall', (path: string, body: unknown) => {
    if (!/^\/api\/scan(\/place)?$/.test(path)) return;
    const { cardId, latitude, accuracy } = JSON.parse(String(body)) as { cardId: string; latitude?: number; accuracy?: number };
    if (latitude !== undefined) statedPlaces.push(`${cardId}, ${accuracy} m`);
  });
  await page.addInitScript(() => {
    const { fetch, recordCall } = window as unknown as Window & { recordCall(path: string, body: unknown): Promise<void> };
    window.fetch = async (url, options) => {
      await recordCall(String(url), options?.body);
      return fetch(url, options);
    };
  });
  return statedPlaces;
}

async function openScanner(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Scan QR' }).click();
}

async function type(page: Page, cardId: string): Promise<void> {
  await page.getByLabel('Or type the card ID').fill(cardId);
  await page.getByRole('button', { name: 'Collect' }).click();
}

test.describe('the position of a find, if the device knows it,', () => {
  test.use({ permissions: ['geolocation'], geolocation: place });

  test('is requested once, sent for this find and the next, and can be turned off', { tag: '@long' }, async ({ page }) => {
    await addSession(page, await newCaller());
    const statedPlaces = await recordStatedPlaces(page);
    await openScanner(page);
    await type(page, 'TC-0000001');
    await expect(page.getByRole('heading', found)).toBeVisible();
    await expect(page.getByText(question)).toBeVisible();
    expect(statedPlaces).toEqual([]);
    await page.getByRole('button', { name: 'Yes, I’m here' }).click();
    await expect(page.getByText('Thank you! We’ll confirm your next finds automatically.')).toBeFocused();
    expect(statedPlaces).toEqual(['TC-0000001, 9 m']);

    const answered = page.waitForResponse('**/api/scan/place');
    await page.goto('/card?id=TC-0000002');
    await expect(page.getByText(found.name)).toBeVisible();
    expect((await answered).status()).toBe(200);
    await expect(page.getByText(question)).toHaveCount(0);
    expect(statedPlaces).toEqual(['TC-0000001, 9 m', 'TC-0000002, 9 m']);

    await page.goto('/account?tab=preferences');
    await openPreference(page, 'Location');
    const choice = page.getByRole('checkbox', { name: 'Confirm I’m at the card when I scan' });
    await expect(choice).toBeChecked();
    await choice.uncheck();
    await openScanner(page);
    await type(page, 'TC-0000003');
    await expect(page.getByRole('heading', found)).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    expect(statedPlaces).toHaveLength(2);
  });

  test.describe('while offline', () => {
    test.use({ provoked: [/ERR_INTERNET_DISCONNECTED/], hasServiceWorker: true });

    test('waits with the scan', { tag: '@long' }, async ({ page, context }) => {
      await addSession(page, await newCaller());
      const statedPlaces = await recordStatedPlaces(page);
      await page.goto('/account?tab=preferences');
      await openPreference(page, 'Location');
      await page.getByRole('checkbox', { name: 'Confirm I’m at the card when I scan' }).check();
      await page.goto('/dashboard');
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await context.setOffline(true);
      await page.goto('/card?id=TC-0000001');
      await expect(page.getByRole('heading', { name: 'Your find is saved' })).toBeVisible();
      await expect.poll(() => page.evaluate(queuedPlace)).toMatchObject(place);
      statedPlaces.length = 0;
      await context.setOffline(false);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect(page.getByText('Your saved scan was sent').first()).toBeVisible();
      expect(statedPlaces).toEqual(['TC-0000001, 9 m']);
      expect(await page.evaluate(queuedPlace)).toBeUndefined();
    });
  });
});

/** Runs in the browser; returns the position of the only queued scan. */
function queuedPlace(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('cache-cards', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('queued_scans').objectStore('queued_scans').getAll();
      reading.onerror = () => reject(reading.error);
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result[0]?.place);
      };
    };
  });
}

test('a find counts without a position if the browser refuses, and the question does not return', { tag: '@long' }, async ({ page }) => {
  const caller = await newCaller();
  await addSession(page, caller);
  const statedPlaces = await recordStatedPlaces(page);
  await page.goto('/card?id=TC-0000001');
  await page.getByRole('button', { name: 'Yes, I’m here' }).click();
  await expect(page.getByText('That’s fine: your find counts')).toBeVisible();
  await openScanner(page);
  await type(page, 'TC-0000002');
  await expect(page.getByRole('heading', found)).toBeVisible();
  await expect(page.getByText(question)).toHaveCount(0);
  expect(await loadBalance(caller)).toBe(2);
  expect(statedPlaces).toEqual([]);
});
