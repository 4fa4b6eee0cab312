/** Changing the payment card on file from the account page, with the bank's approval. */
import type { Page } from '@playwright/test';
import { addSession, newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { buy, testCards } from '#tests/support/orders/pay-with-card.ts';

/** Enters a new card on the membership tab. */
async function giveCard(page: Page, card: string): Promise<void> {
  await page.getByRole('button', { name: 'Change card' }).click();
  const form = page.getByRole('form', { name: 'New card' });
  await form.getByLabel('Card number').fill(card);
  await form.getByLabel('Expiry').fill('12 / 40');
  await form.getByLabel('Security code').fill('123');
  await form.getByRole('button', { name: 'Save this card' }).click();
}

async function basicMember(page: Page): Promise<void> {
  const caller = await newCaller();
  await addSession(page, caller);
  await buy(caller.api, 'membership', 'basic');
  await page.goto('/account?tab=membership');
  await expect(page.getByText('Visa ending in 4242, expires 12/2040')).toBeVisible();
}

test('a new card replaces the first', { tag: '@long' }, async ({ page }) => {
  await basicMember(page);
  await giveCard(page, testCards.alsoGood);
  await expect(page.getByText('Mastercard ending in 4444, expires 12/2040')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Mastercard ending in 4444, expires 12/2040')).toBeVisible();
});

test('a card that requires approval is on file once it is approved', { tag: '@long' }, async ({ page }) => {
  await basicMember(page);
  await giveCard(page, testCards.asksForApproval);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page).toHaveURL(/\/account\?tab=membership$/);
  await expect(page.getByText('Visa ending in 3155, expires 12/2040')).toBeVisible();
});

test.describe('a card that the bank declines', () => {
  // Expected console errors: the 402 and 409 responses.
  test.use({ provoked: [/402 \(Payment Required\)|409 \(Conflict\)/] });

  test('leaves the card on file as it is', { tag: '@long' }, async ({ page }) => {
    await basicMember(page);
    await giveCard(page, testCards.declined);
    await expect(page.getByRole('dialog').getByText('Your card was declined.')).toBeVisible();
    await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002');
    await page.reload();
    await giveCard(page, testCards.asksForApproval);
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Your bank did not confirm this card' })).toBeVisible();
    await expect(page.getByText('Visa ending in 4242, expires 12/2040')).toBeVisible();
  });
});
