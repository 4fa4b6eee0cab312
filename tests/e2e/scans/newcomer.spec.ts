import type { Locator } from '@playwright/test';
import { freshEmail } from '#tests/support/browser/callers.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

test('a newcomer gets from the first card to the second find in at most 12 taps', { tag: ['@long', '@phone'] }, async ({ page }) => {
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  const type = async (field: Locator, text: string) => {
    await tap(field);
    await field.pressSequentially(text);
  };

  // The phone's own camera opens the card's link.
  await page.goto('/card?id=TC-0000001');
  await tap(page.getByRole('link', { name: 'Sign Up or Login' }));
  const form = page.getByRole('form', { name: 'Register' });
  await type(form.getByLabel('Email'), freshEmail());
  await type(form.getByLabel('Password', { exact: true }), 'trail-mix-7');
  await type(form.getByLabel('Confirm password', { exact: true }), 'trail-mix-7');
  await tap(form.getByLabel(/I accept the Terms/));
  await tap(form.getByRole('button', { name: /register|create/i }));
  await expect(page.getByText('You earned 1 Treasure Token!')).toBeVisible();

  await tap(page.getByRole('link', { name: 'Next card near here' }));
  const cards = page.locator('.card-row');
  await expect(cards.nth(1)).toBeVisible();
  await tap(cards.nth(1));
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Directions' })).toBeVisible();

  await page.goto('/card?id=TC-0000002');
  await expect(page.getByText('You earned 1 Treasure Token!')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(12);
});
