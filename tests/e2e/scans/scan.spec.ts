/** Scans real QR codes: Chromium's fake camera plays videos of codes drawn by the product. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#scripts/setup/browser.mjs';
import { addSession, demoCaller, loadBalance, newCaller, ownCard, type SignedInCaller } from '#tests/support/browser/callers.ts';
import { signInAs, testOrigin } from '#tests/support/browser/demo.ts';
import { collectComplaints, expect, test, withoutServiceWorker } from '#tests/support/browser/quiet-console.ts';
import { cameraArgs, filmCard, type View } from '#tests/support/scans/fake-camera.ts';
import { browserArgs } from '../../../playwright.config.ts';

interface FilmedPage {
  browser: Browser;
  page: Page;
  complaints: string[];
  /** Names of the files that the page loaded for the second QR decoder. */
  ofSecondReader: string[];
}

/** Opens a mobile browser whose fake camera shows the code. */
async function phoneBefore(svg: string, view: View, { hasServiceWorker = false } = {}): Promise<FilmedPage> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...browserArgs, ...cameraArgs(filmCard(svg, view))],
  });
  const page = await browser.newPage({ baseURL: testOrigin, viewport: { width: 375, height: 812 } });
  if (!hasServiceWorker) await withoutServiceWorker(page);
  const ofSecondReader: string[] = [];
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    if (/^(second-reader|zxing_reader)-/.test(name)) ofSecondReader.push(name);
  });
  return { browser, page, complaints: collectComplaints(page), ofSecondReader };
}

async function publicQr(caller: SignedInCaller, cardId: string): Promise<string> {
  return (await caller.api.get(`/api/qr/${cardId}`)).text();
}

test('free@demo.test scans TC-0000001 and earns a token; its owner is paid and the card counts the find', async () => {
  const [free, basic] = [await demoCaller('free'), await demoCaller('basic')];
  const before = { card: await ownCard(basic, 'TC-0000001'), owner: await loadBalance(basic) };
  expect(await loadBalance(free)).toBe(0);
  const { browser, page, complaints } = await phoneBefore(await publicQr(free, 'TC-0000001'), 'plain', { hasServiceWorker: true });

  await signInAs(page, 'free');
  await page.getByRole('button', { name: 'Scan QR' }).click();

  await expect(page.getByText('Scan Successful!')).toBeVisible({ timeout: 20_000 });
  const dialog = page.getByRole('dialog', { name: 'Scan Cache Card' });
  await expect(dialog.getByRole('heading', { name: 'You earned 1 Treasure Token!' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.stat-tile', { hasText: 'Treasure Tokens' }).locator('.stat-value')).toHaveText('1');
  await page.getByRole('button', { name: 'Token history' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Found Cache Card TC-0000001' })).toContainText('+1');

  expect(await loadBalance(free)).toBe(1);
  expect(await loadBalance(basic)).toBe(before.owner + 1);
  expect((await ownCard(basic, 'TC-0000001')).totalScans).toBe(before.card.totalScans + 1);
  expect((await ownCard(basic, 'TC-0000001')).tokensEarned).toBe(before.card.tokensEarned + 2);
  expect(complaints).toEqual([]);
  await browser.close();
});

async function find(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Scan QR' }).click();
  await expect(page.getByRole('heading', { name: 'You earned 1 Treasure Token!' })).toBeVisible({ timeout: 20_000 });
}

for (const view of ['rotated', 'blurred', 'tilted', 'dim', 'far'] as const) {
  test(`a ${view} code is read by the small reader alone`, { tag: '@long' }, async () => {
    const finder = await newCaller();
    const { browser, page, complaints, ofSecondReader } = await phoneBefore(await publicQr(finder, 'TC-0000001'), view);
    await addSession(page, finder);
    await find(page);
    expect(await loadBalance(finder)).toBe(1);
    expect(ofSecondReader).toEqual([]);
    expect(complaints).toEqual([]);
    await browser.close();
  });
}

test('a slanted code is read', { tag: '@long' }, async () => {
  const finder = await newCaller();
  const { browser, page, complaints } = await phoneBefore(await publicQr(finder, 'TC-0000001'), 'slanted');
  await addSession(page, finder);
  await find(page);
  expect(complaints).toEqual([]);
  await browser.close();
});

test('an inverted code is read by the second reader, which works offline after its first use', { tag: '@long' }, async () => {
  const finder = await newCaller();
  const { browser, page, ofSecondReader } = await phoneBefore(await publicQr(finder, 'TC-0000001'), 'inverted', { hasServiceWorker: true });
  await addSession(page, finder);
  await page.goto('/dashboard');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(await cachedReaderFiles(page)).toBe(0);
  expect(ofSecondReader).toEqual([]);
  await find(page);
  expect(ofSecondReader.map((name) => name.split('.').at(-1))).toEqual(['js', 'wasm']);
  await expect.poll(() => cachedReaderFiles(page)).toBe(2);

  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Scan QR' }).click();
  await expect(page.getByRole('heading', { name: 'Saved. We’ll send it when you’re back online.' })).toBeVisible({ timeout: 20_000 });
  await browser.close();
});

/** Returns the number of cached files that belong to the second decoder. */
function cachedReaderFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const cachedRequests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
    return cachedRequests.filter(({ url }) => /\/(second-reader|zxing_reader)-/.test(url)).length;
  });
}

test('on a processor four times slower a card is read within a second of the camera’s start', { tag: '@long' }, async () => {
  const finder = await newCaller();
  const { browser, page } = await phoneBefore(await publicQr(finder, 'TC-0000001'), 'rotated');
  await addSession(page, finder);
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints);
      performance.mark('camera');
      return stream;
    };
    const send = window.fetch.bind(window);
    window.fetch = (input, init) => {
      if (String(input instanceof Request ? input.url : input).endsWith('/api/scan')) performance.mark('read');
      return send(input, init);
    };
  });
  const phone = await page.context().newCDPSession(page);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const took: number[] = [];
  // Uses the fastest of up to three attempts because other load on the machine may slow down any single attempt.
  for (let turn = 0; turn < 3 && !took.some((ms) => ms < 1_000); turn += 1) {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Scan QR' }).click();
    await expect(page.getByRole('heading', { name: /You earned 1|No token this time/ })).toBeVisible({ timeout: 20_000 });
    took.push(await page.evaluate(() => performance.measure('reading', 'camera', 'read').duration));
  }
  expect(Math.min(...took)).toBeLessThan(1_000);
  await browser.close();
});

test('a printed code contains the card’s secret, which the scan sends', { tag: '@long' }, async () => {
  const [owner, finder] = [await demoCaller('basic'), await newCaller()];
  const svg = await (await owner.api.get('/api/cache-cards/TC-0000001/qr')).text();
  const { code } = (await (await owner.api.get('/api/cache-cards/TC-0000001')).json()) as { code: string };
  const { browser, page, complaints, ofSecondReader } = await phoneBefore(svg, 'tilted');
  await addSession(page, finder);
  await page.goto('/dashboard');
  const sent = page.waitForRequest('**/api/scan');
  await page.getByRole('button', { name: 'Scan QR' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ cardId: 'TC-0000001', code, source: 'camera' });
  await expect(page.getByRole('heading', { name: 'You earned 1 Treasure Token!' })).toBeVisible();
  expect(ofSecondReader).toEqual([]);
  expect(complaints).toEqual([]);
  await browser.close();
});

test('a second scan of the same card is reported as information, and the camera stops', { tag: '@long' }, async () => {
  const finder = await newCaller();
  await finder.api.post('/api/scan', { data: { cardId: 'TC-0000001' } });
  const { browser, page } = await phoneBefore(await publicQr(finder, 'TC-0000001'), 'plain');
  await addSession(page, finder);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Scan QR' }).click();
  await expect(page.getByRole('heading', { name: 'No token this time' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('You have this one already: each card pays once.')).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await browser.close();
});

test('a code that is no Cache Card is reported, and scanning continues', { tag: '@long' }, async () => {
  const finder = await newCaller();
  // Shows a QR code that is not ours: it has the same design but contains another URL.
  const { drawQr } = await import('#worker/qr/qr.ts');
  const { browser, page } = await phoneBefore(drawQr('https://example.test/menu'), 'plain');
  await addSession(page, finder);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Scan QR' }).click();
  await expect(page.getByText('That’s another QR code. Move closer to the card.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByLabel('Camera preview')).toBeVisible();
  await page.getByRole('button', { name: 'Stop Scanner' }).click();
  await expect(page.getByText('The scanner has stopped')).toBeVisible();
  await browser.close();
});
