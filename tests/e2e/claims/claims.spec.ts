/** A member claims a card, both from the card's page and from the list of claims, sees input errors, and finds the claim again later. */
import { suspend } from '#tests/support/accounts/suspend.ts';
import { addSession, demoCaller, newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { buy } from '#tests/support/orders/pay-with-card.ts';

test.use({ provoked: [/status of 409/] });

test('a card is claimed from its page, once, and the claim is in the list', { tag: '@long' }, async ({ page }) => {
  await addSession(page, await demoCaller('premium'));
  await page.goto('/card?id=TC-0000002');
  await page.getByText('Problem with this card?').click();
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

test('a card whose owner is suspended is adopted by its finder, who is offered it at a later scan too', { tag: '@long' }, async ({
  page,
}) => {
  const owner = await newCaller();
  await buy(owner.api, 'membership', 'basic');
  await buy(owner.api, 'cache-cards', '1');
  const [card] = (await (await owner.api.get('/api/cache-cards')).json()) as { cardId: string }[];
  const { scanUrl } = (await (await owner.api.get(`/api/cache-cards/${card?.cardId}`)).json()) as { scanUrl: string };
  await suspend(owner.user.id, 'Sold the cards on.');

  await addSession(page, await demoCaller('premium'));
  await page.goto(scanUrl);
  await expect(page.getByRole('link', { name: 'Adopt it' })).toBeVisible();
  await page.goto('/dashboard');
  await page.goto(scanUrl);
  await expect(page.getByText('You have this one already: each card pays once.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Adopt it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adopt this card' });
  await dialog.getByRole('button', { name: 'Ask to adopt it' }).click();
  await expect(dialog.getByRole('heading', { name: `Request for ${card?.cardId} sent` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.goto(`/dashboard/cache-cards?adopt=${card?.cardId}`);
  await expect(dialog.getByText('You have already claimed this Cache Card.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: `Withdraw the request for ${card?.cardId}` }).click();
  await expect(page.getByText('Request withdrawn')).toBeVisible();
});
