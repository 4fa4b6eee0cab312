/** An administrator completes a whole task without the mouse. */
import type { Page } from '@playwright/test';
import { demoAdmin, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<void> {
  // Waits for the element to appear. Otherwise, all key presses could happen before the page has loaded.
  await expect(page.getByRole(role, { name }).first()).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await page.locator(':focus').and(page.getByRole(role, { name })).count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached the ${role} ${name}`);
}

test('an administrator signs in, finds a member, adds tokens and sees them, by keyboard alone', { tag: '@long' }, async ({ page }) => {
  const member = await newCaller();
  await page.goto('/admin/login');
  await tabTo(page, 'textbox', 'Email');
  await page.keyboard.type(demoAdmin.email);
  await page.keyboard.press('Tab');
  await tabTo(page, 'textbox', 'Password');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  // The heading has focus, so a screen reader announces the page.
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeFocused();

  await tabTo(page, 'tab', /^Users/);
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: /^System/ })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { name: /^Overview/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('tab', { name: /^Users/ })).toHaveAttribute('aria-selected', 'true');

  await tabTo(page, 'searchbox', 'Search users by name, username or email');
  await page.keyboard.type(member.user.email);
  const row = page.getByRole('row').filter({ hasText: member.user.email });
  await expect(row).toBeVisible();
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2);
  const item = page.getByRole('menuitem', { name: 'Add Tokens' });
  // Retries because content above the table may still be loading, and the menu closes if the layout shifts.
  await expect(async () => {
    await tabTo(page, 'button', /^Actions for/);
    await page.keyboard.press('Enter');
    await expect(item).toBeVisible({ timeout: 1_000 });
  }).toPass();
  for (let presses = 0; presses < 8 && !(await isFocused(page, 'Add Tokens')); presses += 1) await page.keyboard.press('ArrowDown');
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Add Tokens' });
  await expect(dialog).toBeVisible();
  await tabTo(page, 'textbox', 'Tokens');
  await page.keyboard.type('5');
  await tabTo(page, 'textbox', 'Reason');
  await page.keyboard.type('Helped a newcomer');
  await tabTo(page, 'button', /^Add 5 /);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(row.getByRole('cell', { name: '5', exact: true })).toBeVisible();
});

async function isFocused(page: Page, menuItem: string): Promise<boolean> {
  return (
    (await page
      .locator(':focus')
      .and(page.getByRole('menuitem', { name: menuItem }))
      .count()) === 1
  );
}
