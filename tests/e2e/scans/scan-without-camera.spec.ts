/** Collecting a card by typing its id or uploading a photo, on a device without a camera or when the site has no camera permission. */

import { addSession, newCaller } from '#tests/support/browser/callers.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { expect, test as freshTest } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { drawQr } from '#worker/qr/qr.ts';

test.beforeEach(async ({ page }) => {
  await addSession(page, await newCaller());
  await page.goto('/dashboard');
  // Clicks the first Scan QR button: until the member bar's style sheet has loaded, the page's own button is visible too.
  await page.getByRole('button', { name: 'Scan QR' }).first().click();
});

test('without a camera the dialog explains that, and a typed id collects the card', { tag: '@long' }, async ({ page }) => {
  await expect(page.getByRole('alert').filter({ hasText: /camera/i })).toBeVisible();
  await page.getByLabel('Or type the card ID').fill('tc 0000001');
  await page.getByRole('button', { name: 'Collect' }).click();
  await expect(page.getByRole('heading', { name: 'You earned 1 Treasure Token!' })).toBeVisible();
});

test('an invalid typed id is explained, and stays in the field', { tag: '@long' }, async ({ page }) => {
  await page.getByLabel('Or type the card ID').fill('TC-12');
  await page.getByRole('button', { name: 'Collect' }).click();
  await expect(page.getByText('A card ID is TC- followed by 7 digits, such as TC-0000001.')).toBeVisible();
  await expect(page.getByLabel('Or type the card ID')).toHaveValue('TC-12');
});

freshTest('a photo of the code collects the card', { tag: '@oldest' }, async ({ page, context }) => {
  const printer = await context.newPage();
  await printer.setContent(`<div style="padding:60px;width:320px">${drawQr(`${testOrigin}/card?id=TC-0000001`)}</div>`);
  const photo = await printer.screenshot();
  await printer.close();
  await page.getByLabel('Photo of a card').setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer: photo });
  await expect(page.getByRole('heading', { name: 'You earned 1 Treasure Token!' })).toBeVisible();
});

test('a photo without a code is reported, next to the note about the missing camera', { tag: '@long' }, async ({ page, context }) => {
  const blank = await context.newPage();
  const photo = await blank.screenshot();
  await blank.close();
  await page.getByLabel('Photo of a card').setInputFiles({ name: 'blank.png', mimeType: 'image/png', buffer: photo });
  const notice = page.getByText('No QR code found in this photo.');
  await expect(notice).toBeVisible({ timeout: 20_000 });
  const [above, below] = await Promise.all([notice.boundingBox(), page.locator('.viewfinder-refusal').boundingBox()]);
  if (!above || !below) throw new Error('Both stand in the viewfinder');
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);
});

test.describe('a typed id of an unknown card', () => {
  test.use({ provoked: [/404/] });

  test('is reported as unknown, with a way to try again', { tag: '@long' }, async ({ page }) => {
    await page.getByLabel('Or type the card ID').fill('TC-9999998');
    await page.getByRole('button', { name: 'Collect' }).click();
    await expect(page.getByText('Scan Failed').first()).toBeVisible();
    await expect(page.getByText('This Cache Card could not be found').first()).toBeVisible();
  });
});
