/** A super administrator finds a member, gives tokens with a reason, sees the result and exports the list. */
import { readFile } from 'node:fs/promises';
import { addAdminSession, choose, openFilters, signInAdmin } from '#tests/support/admin/admin.ts';
import { newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { violations } from '#tests/support/browser/screens.ts';
import { test } from '#tests/support/browser/shared-page.ts';

test('a member is found by part of a name and gets 5 tokens, which show up in ledger, audit log and export', { tag: '@long' }, async ({
  page,
}) => {
  const member = await newCaller();
  const lastName = `Moor${Date.now().toString(36)}`;
  await member.api.patch('/api/user', { data: { firstName: 'Tamsin', lastName } });

  await signInAdmin(page);
  await page.getByRole('searchbox', { name: 'Search users by name, username or email' }).fill(`tamsin ${lastName.slice(0, -1)}`);
  const row = page.getByRole('row', { name: new RegExp(`Tamsin ${lastName}`) });
  await expect(row).toBeVisible();
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2);
  await choose(row, 'Add Tokens');
  const adding = page.getByRole('dialog', { name: 'Add Tokens' });
  await adding.getByRole('textbox', { name: 'Tokens' }).fill('5');
  await adding.getByRole('button', { name: /^Add .*okens?$/ }).click();
  await expect(adding.getByText('Please enter a reason')).toBeVisible();
  await adding.getByLabel('Reason').fill('Helped at the spring meeting');
  await adding.getByRole('button', { name: /^Add .*okens?$/ }).click();
  await expect(adding).toBeHidden();
  // On phones, each cell is prefixed with its column label, so the pattern allows for it.
  await expect(row.getByRole('cell', { name: /^(Tokens )?5$/ })).toBeVisible();

  await choose(row, 'View Details');
  const details = page.getByRole('region', { name: `Tamsin ${lastName}` });
  await expect(details.getByRole('heading', { name: 'Profile' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const ledger = details.getByRole('region', { name: 'Token ledger' });
  await expect(ledger.getByRole('row', { name: /\+5 adjustment Helped at the spring meeting/ })).toBeVisible();
  const adjustment = details.getByRole('list', { name: 'Events' }).getByRole('listitem').filter({ hasText: 'Adjusted a member’s tokens' });
  await expect(adjustment).toContainText('Helped at the spring meeting');
  expect(await violations(page)).toEqual([]);
  await expect(page).toHaveURL(/user=\d+/);
  await page.goBack();

  const download = page.waitForEvent('download');
  await openFilters(page);
  await page.getByRole('region', { name: 'Users' }).getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const lines = file.trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(new RegExp(`,Tamsin,${lastName},free,5,`));

  // The member sees the reason in their token history.
  const history = (await (await member.api.get('/api/tokens')).json()) as { transactions: { description: string; amount: number }[] };
  expect(history.transactions[0]).toMatchObject({ amount: 5, description: 'Helped at the spring meeting' });
});

test('a plain administrator edits a member by keyboard alone, without actions of super administrators', { tag: '@long' }, async ({
  page,
}) => {
  const member = await newCaller();
  await addAdminSession(page, 'admin');
  await page.goto(`/admin/dashboard?tab=users&q=${encodeURIComponent(member.user.email)}`);
  const menu = page.getByRole('button', { name: /^Actions for/ });
  await expect(menu).toHaveCount(1);
  await expect(async () => {
    await menu.focus();
    if ((await menu.getAttribute('aria-expanded')) !== 'true') await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem')).toHaveText(['View Details', 'Edit User'], { timeout: 2_000 });
    await page.keyboard.press('e');
    await expect(page.getByRole('menuitem', { name: 'Edit User' })).toBeFocused({ timeout: 500 });
    await page.keyboard.press('Enter');
  }).toPass();
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await expect(dialog.getByLabel('First name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Keyla');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Board');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: /Keyla Board/ })).toBeVisible();
});
