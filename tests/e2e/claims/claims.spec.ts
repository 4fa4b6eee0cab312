/** A member claims a card, both from the card's page and from the list of claims, sees input errors, and finds the claim again later. */
import { addSession, newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

test.use({ provoked: [/status of 409/] });

test('a card is claimed from its page, once, and the claim is in the list', { tag: '@long' }, async ({ page }) => {
  await addSession(page, await newCaller());
  await page.goto('/card?id=TC-0000002');
  await page.getByRole('button', { name: 'Claim this card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Claim a card' });
  await dialog.getByLabel('Link to your proof').fill('http://192.168.1.1/photo');
  await dialog.getByRole('button', { name: 'Send claim' }).click();
  await expect(dialog.getByText('The link must start with https://')).toBeVisible();
  await dialog.getByLabel('Link to your proof').fill('https://logs.example.com/finds/17');
  await dialog.getByRole('button', { name: 'Send claim' }).click();
  await expect(dialog.getByRole('heading', { name: 'Claim for TC-0000002 sent' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.goto('/dashboard/cache-cards');
  const claims = page.getByRole('region', { name: 'My claims' });
  await expect(claims.getByText('Pending')).toBeVisible();
  await claims.getByRole('button', { name: 'Claim a card' }).click();
  await dialog.getByLabel('Card ID').fill('tc 0000002');
  await dialog.getByLabel('Link to your proof').fill('https://logs.example.com/finds/18');
  await dialog.getByRole('button', { name: 'Send claim' }).click();
  await expect(dialog.getByText('You have already claimed this Cache Card.')).toBeVisible();
});
