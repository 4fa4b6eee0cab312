/** Administrators manage cards: change a status, decide a claim, and create a test card with a scannable image. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cardPageUrl } from '#schema/cards/card-id.ts';
import { verifiedCaller } from '#tests/support/accounts/verified-caller.ts';
import { addAdminSession } from '#tests/support/admin/admin.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { findMail } from '#tests/support/messages/mailbox.ts';
import { readPdfCodes } from '#tests/support/printing/read-pdf.ts';
import { readPng } from '#tests/support/printing/read-png.ts';

// Expected console error: the conflict between two administrators who edit the same card.
test.use({ provoked: [/status of 409/] });

/** Expects the header row and one result. Until the search responds, the previous rows are shown. */
const onlyRow = (page: Page) => expect(page.getByRole('row')).toHaveCount(2);

test('a card is found and opened, and a new status shows up in its details', { tag: '@long' }, async ({ page }) => {
  const { email } = await addAdminSession(page);
  await page.goto('/admin/dashboard?tab=cards');
  await page.getByRole('searchbox', { name: 'Search cards' }).fill('monachil');
  const row = page.getByRole('row').filter({ hasText: 'TC-6675243' });
  await onlyRow(page);
  await expect(row).toContainText('tomas@demo.test');
  await row.getByRole('button', { name: /TC-6675243/ }).click();
  await page.getByRole('menuitem', { name: 'Change Status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Status of TC-6675243' });
  await dialog.getByRole('radio', { name: /^Missing/ }).check();
  await dialog.getByLabel('Reason').fill('Two hikers wrote to us');
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await expect(page.getByText('TC-6675243 is now missing.')).toBeVisible();
  await expect(row.getByText('Missing')).toBeVisible();

  await row.getByRole('button', { name: /TC-6675243/ }).click();
  await page.getByRole('menuitem', { name: 'View Details' }).click();
  const details = page.getByRole('dialog', { name: 'Card TC-6675243' });
  const change = details.getByRole('listitem').filter({ hasText: 'Two hikers wrote to us' }).first();
  await expect(change).toContainText('status from “active” to “missing”');
  await expect(change).toContainText(email);
  await details.getByRole('button', { name: 'Change Status' }).click();
  await dialog.getByRole('radio', { name: /^Active/ }).check();
  await dialog.getByRole('button', { name: 'Change status' }).click();
  await expect(details.getByText('status from “missing” to “active”').first()).toBeVisible();
});

test('a concurrent edit by another administrator is not overwritten, and no input is lost', { tag: '@long' }, async ({ page }) => {
  const { api } = await addAdminSession(page);
  await page.goto('/admin/dashboard?tab=cards&card=TC-3320958');
  await page.getByRole('button', { name: 'Edit Card' }).click();
  const form = page.getByRole('form', { name: 'Edit card' });
  await form.getByLabel('Description').fill('Third stone from the corner, behind the ivy.');
  const { card } = await (await api.get('/api/admin/cards/TC-3320958')).json();
  const { location, latitude, longitude, userInfo, version } = card;
  const colleagues = {
    version,
    location,
    latitude,
    longitude,
    ownerEmail: userInfo.email,
    description: `Seen by a colleague, ${Date.now()}`,
  };
  expect((await api.put('/api/admin/cards/TC-3320958', { data: colleagues })).ok()).toBe(true);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Someone else changed this card.')).toBeVisible();
  await expect(form.getByLabel('Description')).toHaveValue('Third stone from the corner, behind the ivy.');
  await form.getByRole('button', { name: 'Load the current version' }).click();
  await expect(form.getByLabel('Description')).toHaveValue(colleagues.description);
  await form.getByLabel('Description').fill('Cistern wall, third stone from the corner. The Alhambra is watching you.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('TC-3320958 was updated.')).toBeVisible();
});

test('an approved claim transfers the card to the claimant, who gets an email', { tag: '@long' }, async ({ page }) => {
  await addAdminSession(page);
  const claimant = await verifiedCaller();
  const claim = { cardId: 'TC-2590861', proofUrl: 'https://photos.example.com/jardin/17?size=large' };
  expect((await claimant.api.post('/api/ownership-claims', { data: claim })).status()).toBe(201);
  await page.goto('/admin/dashboard?tab=claims');
  await page.getByRole('searchbox', { name: 'Search claims' }).fill(claimant.user.email);
  const row = page.getByRole('row').filter({ hasText: claimant.user.email });
  await onlyRow(page);
  await expect(row.getByRole('link', { name: /photos\.example\.com\/jardin\/17\?size=large/ })).toHaveAttribute('rel', /noreferrer/);
  await row.getByRole('button', { name: /claim by/ }).click();
  await page.getByRole('menuitem', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve claim' });
  await expect(dialog.getByText(/^TC-2590861 will belong to/)).toContainText(claimant.user.email);
  await dialog.getByLabel('Comment').fill('Welcome back to your card');
  await dialog.getByRole('button', { name: 'Approve claim' }).click();
  await expect(page.getByText('Claim approved')).toBeVisible();
  await expect(row.getByText('Approved')).toBeVisible();
  const cards = (await (await claimant.api.get('/api/cache-cards')).json()) as { cardId: string }[];
  expect(cards.map(({ cardId }) => cardId)).toEqual(['TC-2590861']);
  const mail = await findMail(page.request, claimant.user.email, /Your claim was approved/);
  expect(mail.text).toContain('Welcome back to your card');
});

test('a test card is created, and its picture and print sheet lead to its page', { tag: '@long' }, async ({ page }) => {
  await addAdminSession(page, 'admin');
  await page.goto('/admin/test-qr');
  await page.getByRole('button', { name: /^Create (Your First )?Test Card$/ }).click();
  await expect(page.getByText('New test Cache Card created successfully')).toBeVisible();
  const tile = page.getByRole('list', { name: 'Test cards' }).getByRole('listitem').first();
  await expect(tile).toContainText(/Test card created on .* by Alex/);
  const cardId = (await tile.getByText(/^TC-\d{7}$/).textContent()) ?? '';
  const address = cardPageUrl(testOrigin, cardId);
  await expect(tile.getByRole('link', { name: address })).toBeVisible();

  await tile.hover();
  const picture = page.waitForEvent('download');
  await tile.getByRole('button', { name: `Download the QR code for ${cardId} as a PNG` }).click();
  const png = await picture;
  expect(png.suggestedFilename()).toBe(`cache-card-${cardId}.png`);
  expect(await readPng(page, await readFile(await png.path()))).toEqual({ width: 200, height: 200, text: address });

  await tile.getByRole('checkbox', { name: `Select ${cardId} to print` }).check();
  const sheet = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Print 1 card' }).click();
  const codes = await readPdfCodes(await readFile(await (await sheet).path()));
  expect(codes.map(({ text }) => text)).toEqual([address]);

  await page.goto(address.replace(testOrigin, ''));
  await expect(page.getByText(cardId).first()).toBeVisible();
});
