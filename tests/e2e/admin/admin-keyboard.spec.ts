/** An administrator completes a whole task without the mouse. */
import type { Page } from '@playwright/test';
import { demoAdmin, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { openDatabaseFile } from '#scripts/setup/database-file.ts';
import { addAdminSession } from '#tests/support/admin/admin.ts';
import { newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { stateUnderTest } from '#tests/support/project/clock.ts';

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
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('tab', { name: /^Users/ })).toHaveAttribute('aria-selected', 'true');

  await tabTo(page, 'searchbox', 'Search users by name, username or email');
  await page.keyboard.type(member.user.email);
  const row = page.getByRole('row').filter({ hasText: member.user.email });
  await expect(row).toBeVisible();
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2);
  const item = page.getByRole('menuitem', { name: 'Add Tokens' });
  // Retries because content above the table may still be loading, and the menu closes if its button leaves the window.
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

/** Adds open messages to the database, because the contact form accepts only a few per hour. */
async function seedMessages(count: number): Promise<void> {
  const db = openDatabaseFile(await stateUnderTest());
  const now = Math.floor(Date.now() / 1_000) + 3_600;
  db.exec(`BEGIN IMMEDIATE;
    WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${count})
    INSERT INTO contact_messages (name, email, message, created_at, latest_at)
      SELECT 'Writer ' || n, 'writer' || n || '@keys.test', 'TC-0000001 is missing.', ${now} + n, ${now} + n FROM series;
    COMMIT`);
  db.close();
}

test('20 messages are answered with saved replies, in at most three keys each', { tag: ['@desktop', '@long'] }, async ({ page }) => {
  const count = 20;
  await seedMessages(count);
  await addAdminSession(page);
  await page.goto('/admin/dashboard?tab=messages');
  await expect(page.getByRole('button', { name: /^Writer 20/ })).toBeVisible();
  let keys = 0;
  const press = async (key: string) => {
    keys += key.split('+').length;
    await page.keyboard.press(key);
  };
  await press('j');
  const answer = page.getByLabel('Your answer');
  for (let n = count; n > 0; n -= 1) {
    await expect(page.getByRole('heading', { name: new RegExp(`from Writer ${n}$`) })).toBeFocused();
    await expect(answer).toHaveValue('');
    await press('2');
    await expect(answer).toBeFocused();
    await expect(answer).toHaveValue(/^Hi Writer,[\s\S]*TC-0000001/);
    await press('Control+Enter');
    await expect(page.getByText(`On its way to writer${n}@keys.test.`)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: /^Writer/ })).toHaveCount(0);
  expect(keys).toBe(1 + 3 * count);
});

async function isFocused(page: Page, menuItem: string): Promise<boolean> {
  return (
    (await page
      .locator(':focus')
      .and(page.getByRole('menuitem', { name: menuItem }))
      .count()) === 1
  );
}
