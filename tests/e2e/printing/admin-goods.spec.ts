/** Corrections after a sale: refunds an order and replaces a damaged card. */

import { readFile } from 'node:fs/promises';
import { addAdminSession } from '#tests/support/admin/admin.ts';
import { newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { violations } from '#tests/support/browser/screens.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { windows } from '#tests/support/browser/windows.ts';
import { findMail } from '#tests/support/messages/mailbox.ts';
import { buy } from '#tests/support/orders/pay-with-card.ts';
import { readPdfCodes } from '#tests/support/printing/read-pdf.ts';

test('an order is refunded in two parts, each previewed before it is sent', { tag: '@long' }, async ({ page }) => {
  const member = await newCaller();
  await buy(member.api, 'membership', 'basic');
  await addAdminSession(page);
  await page.goto(`/admin/dashboard?tab=users&user=${member.user.id}`);
  await page
    .getByRole('region', { name: 'Money' })
    .getByRole('link', { name: /^Order \d+/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /order \d+$/i });
  await dialog.getByRole('button', { name: 'Refund…' }).click();
  const form = dialog.getByRole('form', { name: 'Refund' });
  await expect(form.getByText('The Basic membership ends now')).toBeVisible();
  await form.getByLabel('Amount in dollars').fill('60');
  await expect(form.getByRole('button', { name: 'Refund', exact: true })).toBeDisabled();
  await form.getByLabel('Amount in dollars').fill('12.50');
  await expect(form.getByText('A partial refund doesn’t affect the membership, cards, tokens or commissions.')).toBeVisible();
  await form.getByLabel('Note').fill('A late start, as we agreed');
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Refund $12.50' }).click();
  await expect(dialog.getByText('$50.00 on')).toContainText('$12.50 refunded');
  await expect(dialog.getByText('Requested by the member: A late start, as we agreed')).toBeVisible();
  expect((await findMail(member.api, member.user.email, /refund/i)).text).toContain('$12.50');

  await page.setViewportSize(windows.phone);
  await dialog.getByRole('button', { name: 'Refund…' }).click();
  await expect(form.getByLabel('Amount in dollars')).toHaveValue('37.50');
  await form.getByLabel('Note').fill('They leave us');
  await form.getByRole('button', { name: 'Refund $37.50' }).click();
  await expect(dialog.getByText('This payment was already refunded in full.')).toBeVisible();
  await expect(dialog.getByText('Refunded', { exact: true }).last()).toBeVisible();
  const { role } = await (await member.api.get('/api/user')).json();
  expect(role).toBe('free');
});

test('a damaged card is replaced: printed again, and its old code is refused', { tag: '@long' }, async ({ page }) => {
  const owner = await newCaller();
  await buy(owner.api, 'membership', 'basic');
  await buy(owner.api, 'cache-cards', '1');
  const [{ cardId }] = await (await owner.api.get('/api/cache-cards')).json();
  const { code } = await (await owner.api.get(`/api/cache-cards/${cardId}`)).json();
  await addAdminSession(page);
  await page.goto(`/admin/dashboard?tab=cards&card=${cardId}`);
  await page.getByRole('button', { name: 'Replace Card' }).click();
  const form = page.getByRole('form', { name: 'Replace card' });
  await expect(form.getByText(`${owner.user.email} will get an email`)).toBeVisible();
  await form.getByLabel('Reason').fill('Rain got into the sleeve');
  expect(await violations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Replace and print' }).click();
  const pdf = await readFile(await (await download).path());
  await expect(page.getByText('Rain got into the sleeve')).toBeVisible();

  const { code: newCode } = await (await owner.api.get(`/api/cache-cards/${cardId}`)).json();
  expect(newCode).not.toBe(code);
  expect((await readPdfCodes(pdf)).map(({ text }) => text).join()).toContain(newCode);
  const finder = await newCaller();
  expect((await finder.api.post('/api/scan', { data: { cardId, code } })).status()).toBe(404);
  expect((await (await finder.api.post('/api/scan', { data: { cardId, code: newCode } })).json()).tokensEarned).toBe(1);
  expect((await findMail(owner.api, owner.user.email, /new code/)).text).toContain(cardId);
});
