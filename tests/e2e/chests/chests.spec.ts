import { addSession, demoCaller, newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

test('a paid member sees this month’s chest, the next level, when keys expire, and past chests', { tag: '@long' }, async ({ page }) => {
  await addSession(page, await demoCaller('premium'));
  await page.goto('/dashboard?tab=treasure-chests');
  await expect(page.getByRole('heading', { name: /^Your .* chest$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All your chests and keys' })).toBeVisible();
  await page.getByRole('link', { name: /chest is here/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/treasure-chests$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Treasure Chests' })).toBeFocused();
  await expect(page.getByText('On track')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /^Treasure Keys/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'How long your keys count' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Open your chest' }).click();
  await expect(page.getByText('You’ll get the money with your next payout')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Last opened' })).toContainText('Pending');
  await expect(page.getByRole('list', { name: 'Earlier chests' }).getByRole('listitem').last()).toContainText('Paid');

  // The total on the earnings page equals the sum of the opened chests in the list.
  const dollars = await page.locator(':is(.last-chest, .chest-history) .chest-row-end > strong').allTextContents();
  const sum = dollars.reduce((total, text) => total + Number(text.replace('$', '')), 0);
  await page.goto('/dashboard/referrals#earnings');
  await expect(page.getByRole('region', { name: 'Treasure Chests' }).locator('.figure').first()).toHaveText(`$${sum.toFixed(2)}`);
});

test('a free member sees how to take part', { tag: '@long' }, async ({ page }) => {
  await addSession(page, await newCaller());
  await page.goto('/dashboard/treasure-chests');
  await expect(page.getByRole('heading', { name: 'Monthly chests are for Basic and Premium members' })).toBeVisible();
  await expect(page.getByText('No chests opened yet')).toBeVisible();
  await page.getByRole('link', { name: 'Upgrade to Basic' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Continue to Payment' })).toBeVisible();
});
