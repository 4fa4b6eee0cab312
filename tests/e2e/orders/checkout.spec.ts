import type { Page } from '@playwright/test';
import { addSession, newCaller, type SignedInCaller } from '#tests/support/browser/callers.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { buy, payWith, testCards } from '#tests/support/orders/pay-with-card.ts';
import { readPdfCodes } from '#tests/support/printing/read-pdf.ts';

async function signedIn(page: Page): Promise<SignedInCaller> {
  const caller = await newCaller();
  await addSession(page, caller);
  return caller;
}

async function tierOf({ api }: SignedInCaller): Promise<string> {
  return ((await (await api.get('/api/user')).json()) as { role: string }).role;
}

const membershipTile = (page: Page) => page.locator('.stat-tile', { hasText: 'Membership' }).first();

/** Goes from the dashboard through the upgrade dialog to a paid membership. */
async function becomeBasic(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await membershipTile(page).getByRole('button', { name: 'Upgrade to Basic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upgrade Membership' });
  await dialog.getByRole('link', { name: 'Continue to Payment' }).click();
  await expect(page).toHaveURL(/\/checkout\/membership\/basic/);
  await payWith(page, testCards.good);
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
}

test('a free member becomes basic, orders five cards, finds and prints them', async ({ page }) => {
  const caller = await signedIn(page);
  await becomeBasic(page);
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(membershipTile(page)).toContainText('Basic');

  await page.getByRole('button', { name: 'Order Cache Cards' }).click();
  const dialog = page.getByRole('dialog', { name: 'Order Cache Cards' });
  await expect(dialog.getByText('$5.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page).toHaveURL(/\/checkout\/cache-cards\/5/);
  await page.getByText('I print them myself').click();
  await page.getByRole('button', { name: /continue|save/i }).click();
  await payWith(page, testCards.good);
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();

  await page.goto('/dashboard/cache-cards');
  await expect(page.locator('.own-card .badge', { hasText: 'Ordered' })).toHaveCount(5);
  const owned = (await (await caller.api.get('/api/cache-cards')).json()) as { cardId: string }[];
  const print = await page.getByRole('link', { name: 'Print PDF' }).getAttribute('href');
  // The print shop's file, with one card per page; the home sheet has the same drawings (tests/unit/printing/home-sheet.test.ts).
  const pdf = await page.request.get((print ?? '').replace(/&?paper=\w+/, ''));
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  const codes = await readPdfCodes(await pdf.body());
  const expected = await Promise.all(
    owned.map(async ({ cardId }) => ((await (await caller.api.get(`/api/cache-cards/${cardId}`)).json()) as { scanUrl: string }).scanUrl),
  );
  expect(codes.map(({ text }) => text).sort()).toEqual(expected.sort());
  expect(codes.every(({ text }) => text.startsWith(`${testOrigin}/card?id=TC-`))).toBe(true);

  const cardPage = `/dashboard/cache-cards/${owned[0]?.cardId}`;
  await caller.api.post(`/api/cache-cards/${owned[0]?.cardId}/placement`, {
    data: { location: 'Old mill', description: 'Under the wheel' },
  });
  await page.goto(cardPage);
  await page.getByRole('button', { name: 'Replace this card' }).click();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(cardPage);
  await page.getByRole('button', { name: 'Replace this card' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace it' }).click();
  await expect(page.getByRole('region', { name: 'Print the new card' })).toBeVisible();
  expect((await (await caller.api.get('/api/cache-cards')).json()) as unknown[]).toHaveLength(4);
});

test('an owner without an unplaced card replaces a lost one for $1', { tag: '@long' }, async ({ page }) => {
  const caller = await signedIn(page);
  await buy(caller.api, 'membership', 'basic');
  await buy(caller.api, 'cache-cards', '1');
  const [card] = (await (await caller.api.get('/api/cache-cards')).json()) as { cardId: string }[];
  await caller.api.post(`/api/cache-cards/${card?.cardId}/placement`, { data: { location: 'Old mill', description: 'Under the wheel' } });
  await page.goto(`/dashboard/cache-cards/${card?.cardId}`);
  await page.getByRole('button', { name: 'Replace card for $1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue to payment' }).click();
  await payWith(page, testCards.good);
  await expect(page.getByText(`${card?.cardId} has a new code.`)).toBeVisible();
  await page.getByRole('link', { name: 'Open the card' }).click();
  await expect(page.getByRole('button', { name: 'Replace card for $1' })).toBeVisible();
});

test.describe('a declined card', () => {
  // Expected console error: the 402 response.
  test.use({ provoked: [/402 \(Payment Required\)/] });

  test('keeps the form, and another card pays', { tag: '@long' }, async ({ page }) => {
    const caller = await signedIn(page);
    await page.goto('/checkout/membership/premium');
    await expect(page.getByText('$100.00').first()).toBeVisible();
    await payWith(page, testCards.declined);
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: /declined/i })
        .first(),
    ).toBeVisible();
    await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
    expect(await tierOf(caller)).toBe('free');
    await payWith(page, testCards.good);
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    expect(await tierOf(caller)).toBe('premium');
  });
});

test('a card that requires approval leads to the bank’s page and back to a paid order', async ({ page }) => {
  const caller = await signedIn(page);
  await page.goto('/checkout/membership/basic');
  await payWith(page, testCards.asksForApproval);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(/\/checkout\/membership\/basic/);
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(await tierOf(caller)).toBe('basic');
});

test('a declined approval leaves the order payable', { tag: '@long' }, async ({ page }) => {
  const caller = await signedIn(page);
  await page.goto('/checkout/membership/basic');
  await payWith(page, testCards.asksForApproval);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page).toHaveURL(/\/checkout\/membership\/basic/);
  await expect(page.getByText('Payment Failed').first()).toBeVisible();
  await payWith(page, testCards.good);
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(await tierOf(caller)).toBe('basic');
});

test('a reload finds the same order, and after the payment the same success', { tag: '@long' }, async ({ page }) => {
  const caller = await signedIn(page);
  await page.goto('/checkout/membership/basic');
  await expect(page).toHaveURL(/\?order=\d+$/);
  const address = page.url();
  await page.reload();
  await expect(page.getByRole('form', { name: 'Card payment' })).toBeVisible();
  expect(page.url()).toBe(address);
  await payWith(page, testCards.good);
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  const { payments } = (await (await caller.api.get('/api/payments')).json()) as { payments: unknown[] };
  expect(payments).toHaveLength(1);
});

test('an unpaid order is found again and paid in the dialog', { tag: '@long' }, async ({ page }) => {
  const caller = await signedIn(page);
  await becomeBasic(page);
  await page.goto('/checkout/cache-cards/3');
  await expect(page.getByText('3 Cache Cards').first()).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Order Cache Cards' }).click();
  const dialog = page.getByRole('dialog', { name: 'Order Cache Cards' });
  await expect(dialog.getByText('You have an unpaid order')).toBeVisible();
  await dialog.getByRole('button', { name: 'Pay now' }).click();
  await dialog.getByText('I print them myself').click();
  await dialog.getByRole('button', { name: /continue|save/i }).click();
  await payWith(dialog, testCards.good);
  await expect(dialog.getByText('Order Successful!')).toBeVisible();
  expect((await (await caller.api.get('/api/cache-cards')).json()) as unknown[]).toHaveLength(3);
});

test('abandoning the premium checkout leaves the basic membership alone; paying credits its unused part', {
  tag: '@long',
}, async ({ page }) => {
  const caller = await signedIn(page);
  await becomeBasic(page);
  await page.goto('/checkout/membership/premium');
  await expect(page.getByText(/\$50\.0\d/).first()).toBeVisible();
  await page.goto('/account?tab=membership');
  await expect(page.getByText(/Renews on/).first()).toBeVisible();
  expect(await tierOf(caller)).toBe('basic');
  await page.goto('/checkout/membership/premium');
  await payWith(page, testCards.good);
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(await tierOf(caller)).toBe('premium');
});

test('unknown checkout addresses are reported', { tag: '@long' }, async ({ page }) => {
  await signedIn(page);
  await page.goto('/checkout/boats/1');
  await expect(page.getByText('Invalid checkout URL')).toBeVisible();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/\/$/);
});
