import type { Page } from '@playwright/test';
import { demoAdmin, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { addAdminSession, addAdminToken, adminCaller, signInAdmin } from '#tests/support/admin/admin.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { violations } from '#tests/support/browser/screens.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { findLink, findMail } from '#tests/support/messages/mailbox.ts';

// Expected console errors: the rejected calls that these tests provoke.
test.use({ provoked: [/status of 4(00|01|09)/] });

async function expectAccessible(page: Page): Promise<void> {
  // Waits for the list to reload. Until then it is faded and would fail the contrast check.
  await expect(page.locator('.table-frame[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  expect(await violations(page)).toEqual([]);
}

test('an administrator is sent to sign in, returns to where they wanted to go, and logs out', async ({ page }) => {
  await page.goto('/admin/account');
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.getByLabel('Email').fill(demoAdmin.email);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Invalid email or password').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/account$/);
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Ada Marsh/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page.getByText('Welcome, Ada')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(page.getByText('Logged out')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/login$/);
});

test('a signed-in administrator is sent on to the dashboard', { tag: '@long' }, async ({ page }) => {
  await signInAdmin(page);
  await page.goto('/admin/login');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test('a plain administrator changes their name, password and email', { tag: '@long' }, async ({ page }) => {
  const caller = await addAdminSession(page, 'admin');
  await page.goto('/admin/account');
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Administrators' })).toHaveCount(0);
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page.getByText('Validation Error')).toBeVisible();
  await page.getByLabel('First name').fill('Robin');
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();

  await page.getByLabel('Current password', { exact: true }).fill(caller.password);
  await page.getByLabel('New password', { exact: true }).fill('another-pass-2');
  await page.getByLabel('Confirm password', { exact: true }).fill('another-pass-2');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password updated')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('');

  const moved = `moved-${caller.email}`;
  await page.getByLabel('Email address').fill(moved);
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(page.getByText('Log in again with your new email')).toBeVisible();
  expect((await caller.api.get('/api/admin/me')).status()).toBe(401);
  await page.getByLabel('Email').fill(moved);
  await page.getByLabel('Password', { exact: true }).fill('another-pass-2');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Welcome, Robin')).toBeVisible();
});

test('an administrator with a forgotten password gets back in with a link from a super administrator', { tag: '@long' }, async ({
  page,
}) => {
  const keeper = await adminCaller('admin');
  await addAdminSession(page);
  await page.goto('/admin/account');
  await page.getByLabel('Search administrators').fill(keeper.email);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Actions for Alex Plain' }).click();
  await page.getByRole('menuitem', { name: 'Send reset link' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText(`We sent a link to ${keeper.email}`)).toBeVisible();

  const link = findLink(await findMail(page.request, keeper.email, /set a new password/i), '/admin/reset-password');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/reset-password$/);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expectAccessible(page);
  // Opening the password reset link does not change anything by itself.
  expect((await keeper.api.get('/api/admin/me')).status()).toBe(200);
  await page.getByLabel('New password', { exact: true }).fill('winding-brook-9');
  await page.getByLabel('Confirm new password', { exact: true }).fill('winding-brook-9');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();
  await expectAccessible(page);
  expect((await keeper.api.get('/api/admin/me')).status()).toBe(401);
  await findMail(page.request, keeper.email, /password was reset/i);

  await page.goto('/faq');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('second-one-2');
  await page.getByLabel('Confirm new password', { exact: true }).fill('second-one-2');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('This link was already used')).toBeVisible();
  const login = { email: keeper.email, password: 'winding-brook-9' };
  expect((await page.request.post('/api/admin/login', { data: login })).status()).toBe(200);
});

test('an administrator who must set a password is sent there from everywhere, as in production', { tag: '@long' }, async ({ page }) => {
  const keeper = await adminCaller('admin');
  let isSet = false;
  // Mocks the response because only production requires administrators to choose their own password.
  await page.route('**/api/admin/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), mustSetPassword: !isSet } });
  });
  await addAdminToken(page, keeper.token);
  await page.goto('/admin/dashboard?tab=users');
  await expect(page).toHaveURL(/\/admin\/account$/);
  await expect(page.getByRole('heading', { name: 'Set your own password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Current password', { exact: true }).fill(keeper.password);
  await page.getByLabel('New password', { exact: true }).fill(keeper.password);
  await page.getByLabel('Confirm password', { exact: true }).fill(keeper.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Please choose your own password').first()).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('winding-brook-9');
  await page.getByLabel('Confirm password', { exact: true }).fill('winding-brook-9');
  isSet = true;
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Profile Information' })).toBeVisible();
});

test('a super administrator creates, promotes and disables another one by keyboard alone', { tag: '@long' }, async ({ page }) => {
  await addAdminSession(page);
  await page.goto('/admin/account');
  const email = `keys-${Date.now().toString(36)}@demo.test`;
  await page.getByRole('button', { name: 'Add administrator' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add administrator' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  for (const text of [email, 'Kai', email, 'admin']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('first-pass-1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel('Confirm password', { exact: true })).toBeFocused();
  await page.keyboard.type('first-pass-1');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Administrator added')).toBeVisible();

  await page.getByLabel('Search administrators').fill(email);
  await expect(page.getByRole('row')).toHaveCount(2);
  const actions = page.getByRole('button', { name: `Actions for Kai ${email}` });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Make super administrator' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make super administrator' }).click();
  await expect(page.getByText(`Kai ${email} is now a super administrator.`)).toBeVisible();

  // Another administrator changes the same account first, which causes a conflict.
  await actions.click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  const { api } = await adminCaller();
  const [found] = (await (await api.get(`/api/admin/administrators?q=${email}`)).json()) as [{ id: number; version: number }];
  await api.patch(`/api/admin/administrators/${found.id}`, { data: { role: 'admin', version: found.version } });
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('dialog').getByText('Someone else changed this in the meantime')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  // After the conflict, the list shows the other administrator's change.
  await expect(page.getByRole('row').getByText('Admin', { exact: true })).toBeVisible();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText(/can no longer log in/)).toBeVisible();
  expect((await api.post('/api/admin/login', { data: { email, password: 'first-pass-1' } })).status()).toBe(401);
});
