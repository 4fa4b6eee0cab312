/** A super administrator pays commissions in bulk; holds, releases and rejects others; and checks the token ledger. */
import { type Page, request } from '@playwright/test';
import type { SignedInUser, User } from '#schema/accounts/user.ts';
import type { Earnings } from '#schema/site.ts';
import { addAdminSession, choose } from '#tests/support/admin/admin.ts';
import { freshEmail, type SignedInCaller } from '#tests/support/browser/callers.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { violations } from '#tests/support/browser/screens.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { buy, testCards } from '#tests/support/orders/pay-with-card.ts';
import { givePayoutAddress } from '#tests/support/payouts/payout-address.ts';

async function register(lastName: string, ref?: string): Promise<SignedInCaller> {
  const api = await request.newContext({ baseURL: testOrigin });
  const password = 'trail-mix-7';
  const answer = await api.post('/api/register', {
    data: {
      email: freshEmail(),
      password,
      confirmPassword: password,
      firstName: 'Robin',
      lastName,
      acceptedTerms: true,
      ...(ref && { ref }),
    },
  });
  return { api, user: (await answer.json()) as SignedInUser };
}

const ownCard = testCards.alsoGood;

/** Creates a member who referred a friend. If both use the same payment card, the commission is on hold. */
async function referrer(lastName: string, cardOfFriend: string = testCards.good): Promise<SignedInCaller> {
  const member = await register(lastName);
  await buy(member.api, 'membership', 'premium', { card: ownCard });
  const friend = await register('Friend', member.user.referralCode);
  await buy(friend.api, 'membership', 'premium', { card: cardOfFriend });
  return member;
}

const earningsOf = async ({ api }: SignedInCaller) => ((await (await api.get('/api/earnings')).json()) as Earnings).summary;
const unique = () => `Quay${Date.now().toString(36)}`;

/** Waits for CSS transitions to end because their intermediate colors would fail the contrast check. */
async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  expect(await violations(page)).toEqual([]);
}

test('commissions of two members are paid in bulk, and both sides see it', { tag: '@long' }, async ({ page }) => {
  const name = unique();
  const [one, other] = [await referrer(name), await referrer(name)];
  for (const member of [one, other]) await givePayoutAddress(member);
  await addAdminSession(page);
  await page.goto('/admin/dashboard?tab=payouts');
  await page.getByRole('searchbox', { name: 'Search members' }).fill(name);
  const table = page.getByRole('table', { name: 'Members to pay' });
  // Expects the header and two results. Until the search responds, all rows stay visible but faded.
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('row', { name: new RegExp(name) })).toHaveCount(2);
  await expectAccessible(page);
  for (const { user } of [one, other]) await table.getByRole('checkbox', { name: `Select ${user.email}` }).check();
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark 2 members as paid' });
  await expect(dialog.getByText('$40.00 to 2 members')).toBeVisible();
  await dialog.locator('summary').first().click();
  await expect(dialog.getByText(/^Commission for/).first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Mark $40.00 as paid' }).click();
  await expect(dialog.getByText('Please enter the payment reference')).toBeVisible();
  await dialog.getByLabel('Payment reference').fill(`Transfer ${name}`);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('$40.00 marked as paid')).toBeVisible();
  await expect(page.getByText(`No payouts due for "${name}"`)).toBeVisible();

  await page.getByRole('tab', { name: 'Payments' }).click();
  await page.getByRole('searchbox', { name: 'Search member or reference' }).fill(`transfer ${name}`);
  const payments = page.getByRole('table', { name: 'Payments to members' });
  await expect(payments.getByRole('row', { name: /\$20\.00/ })).toHaveCount(2);
  await choose(payments.getByRole('row', { name: /\$20\.00/ }).first(), 'View entries');
  await expect(page.getByRole('dialog').getByText(/^Commission for/)).toBeVisible();
  await expectAccessible(page);

  for (const member of [one, other]) expect(await earningsOf(member)).toMatchObject({ pending: 0, paid: 20 });
});

test('a held commission is released with permission, and can then be paid', { tag: '@long' }, async ({ page }) => {
  const name = unique();
  const member = await referrer(name, ownCard);
  await addAdminSession(page);
  await page.goto('/admin/dashboard?tab=payouts&view=commissions&status=held');
  await page.getByRole('searchbox', { name: 'Search member or reference' }).fill(name);
  const table = page.getByRole('table', { name: 'Commissions' });
  await expect(table.getByRole('row')).toHaveCount(2);
  const row = table.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('both paid with the same card');
  await expectAccessible(page);
  await choose(row, 'Release');
  const dialog = page.getByRole('dialog', { name: 'Release this commission?' });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Treasure Keys from this referral' })).toContainText('+2');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('$20.00 can now be paid.')).toBeVisible();
  await page.getByRole('tab', { name: 'To pay' }).click();
  await page.getByRole('searchbox', { name: 'Search members' }).fill(name);
  await expect(page.getByRole('table', { name: 'Members to pay' }).getByRole('row', { name: new RegExp(name) })).toContainText('$20.00');
  expect(await earningsOf(member)).toMatchObject({ pending: 20, paid: 0 });
});

test('a pending commission is held, then refused, along with its keys', { tag: '@long' }, async ({ page }) => {
  const name = unique();
  const member = await referrer(name);
  const keys = async () => ((await (await member.api.get('/api/user')).json()) as User).treasureKeys;
  expect(await keys()).toBe(2);
  await addAdminSession(page);
  await page.goto('/admin/dashboard?tab=payouts&view=commissions');
  await page.getByRole('searchbox', { name: 'Search member or reference' }).fill(name);
  const table = page.getByRole('table', { name: 'Commissions' });
  await expect(table.getByRole('row')).toHaveCount(2);
  const row = table.getByRole('row', { name: new RegExp(name) });
  await choose(row, 'Hold');
  const holding = page.getByRole('dialog', { name: 'Hold this commission?' });
  await expect(holding.getByRole('listitem')).toHaveText([
    'This commission−$20.00',
    'Treasure Keys from this referral−2',
    'Change to the amount owed−$20.00',
  ]);
  await holding.getByLabel('Reason').fill('Eight friends, one card');
  await expectAccessible(page);
  await holding.getByRole('button', { name: 'Hold' }).click();
  await expect(row).toContainText('held by an administrator');
  expect([await keys(), (await earningsOf(member)).pending]).toEqual([0, 20]);
  await choose(row, 'Refuse');
  const refusing = page.getByRole('dialog', { name: 'Refuse this commission?' });
  await expect(refusing.getByText('Eight friends, one card')).toBeVisible();
  await refusing.getByLabel('Reason').fill('They are one person');
  await refusing.getByRole('button', { name: 'Refuse' }).click();
  await expect(row).toContainText('Reversed');
  expect([await keys(), (await earningsOf(member)).grandTotal]).toEqual([0, 0]);
});

test('the token ledger is read, filtered and checked', { tag: '@long' }, async ({ page }) => {
  await addAdminSession(page, 'admin');
  await page.goto('/admin/dashboard?tab=tokens');
  const table = page.getByRole('table', { name: 'Token ledger' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search members' }).fill('pru');
  await expect(table.getByRole('row').nth(1)).toContainText('Pru Ashdown');
  await page.getByRole('tab', { name: /^Overview/ }).click();
  await page.getByRole('button', { name: 'Check the ledger' }).click();
  await expect(page.getByText(/^The ledger added up on/)).toBeVisible();
  await expectAccessible(page);
});
