import { verifiedCaller } from '#tests/support/accounts/verified-caller.ts';
import { addSession, demoCaller, newCaller, ownCard } from '#tests/support/browser/callers.ts';
import { expect, otherBrowser } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

const cardId = 'TC-0000003';

test('a member reports a card, its owner takes it off the map, and a member who finds it makes it active again', { tag: '@long' }, async ({
  browser,
  page,
}) => {
  const owner = await demoCaller('basic');
  expect((await ownCard(owner, cardId)).status).toBe('active');
  await addSession(page, await verifiedCaller());
  await page.goto('/dashboard/cache-cards');
  await page.getByRole('button', { name: 'Report a missing card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a missing card' });
  await dialog.getByLabel('Card ID').fill('tc 0000003');
  await dialog.getByRole('button', { name: 'Yes, it’s missing' }).click();
  await expect(dialog.getByRole('heading', { name: `Report of ${cardId} sent` })).toBeFocused();
  await expect(dialog.getByText(/^Thank you\./).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Report a missing card' })).toBeFocused();

  const ownersPage = await otherBrowser(browser);
  await addSession(ownersPage, owner);
  await ownersPage.goto(`/dashboard/cache-cards/${cardId}`);
  const reports = ownersPage.getByRole('region', { name: 'Is it still there?' });
  await expect(reports.getByText('1 new member couldn’t find it.')).toBeVisible();
  await reports.getByRole('button', { name: 'Take it off the map' }).click();
  await expect(reports.getByText(/^Your card is off the map\./)).toBeFocused();
  await ownersPage.close();
  expect((await ownCard(owner, cardId)).status).toBe('missing');

  const finder = await newCaller();
  const { code } = (await (await owner.api.get(`/api/cache-cards/${cardId}`)).json()) as { code: string };
  const scan = await finder.api.post('/api/scan', { data: { cardId, code, source: 'camera' } });
  expect(scan.status()).toBe(200);
  expect((await ownCard(owner, cardId)).status).toBe('active');
});

test.describe('a card link with a wrong code', () => {
  test.use({ provoked: [/404/] });

  test('leads to an unknown card', { tag: '@long' }, async ({ page }) => {
    await addSession(page, await newCaller());
    await page.goto('/card?id=TC-0000003&k=ABCD2345');
    await expect(page.getByRole('heading', { name: 'Card Not Found' })).toBeVisible();
    await expect(page.getByRole('main').getByText('TC-0000003')).toBeVisible();
    await expect(page.getByText('Cache Card Found!')).toHaveCount(0);
  });
});
