/** A member downloads their data, then deletes the account. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addSession, newCaller } from '#tests/support/browser/callers.ts';
import { openPreference } from '#tests/support/browser/open-preference.ts';
import { expect, test as freshTest } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

const password = 'trail-mix-7';

// Expected console errors: the rejected sign-ins.
test.use({ provoked: [/status of 401/] });

test('a member downloads their data and deletes the account, which signs out for good', async ({ page }) => {
  const caller = await newCaller();
  await addSession(page, caller);
  await page.goto('/account?tab=preferences');
  const reminders = page.getByRole('checkbox', { name: 'Optional emails' });
  await reminders.uncheck();
  await expect(page.getByText('Preferences saved')).toBeVisible();
  await page.reload();
  await expect(reminders).not.toBeChecked();

  await openPreference(page, 'Your data');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^cache-cards-my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as { profile: Record<string, unknown>; mails: object[] };
  expect(data.profile).toMatchObject({ firstName: 'Robin', email: caller.user.email, wantsOptionalMail: false });
  expect(data.mails.length).toBeGreaterThan(0);

  await openPreference(page, 'Delete your account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your account is being deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeAttached();
  expect((await caller.api.get('/api/user')).status()).toBe(401);

  await page.goto('/auth');
  await page.getByLabel('Email').fill(caller.user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Invalid email or password').first()).toBeVisible();
});

freshTest('a member sees their sessions, and signs another device out', { tag: '@long' }, async ({ page, browser }) => {
  const { user, api } = await newCaller();
  const signIn = async (on: Page) => {
    await on.goto('/auth');
    await on.getByLabel('Email').fill(user.email);
    await on.getByLabel('Password', { exact: true }).fill(password);
    await on.getByRole('button', { name: 'Sign In', exact: true }).click();
    await on.waitForURL('**/dashboard');
  };
  const userAgent = 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0';
  const phone = await browser.newPage({ userAgent, serviceWorkers: 'block' });
  await signIn(phone);
  await signIn(page);
  await page.goto('/account?tab=security');
  const devices = page.getByRole('region', { name: 'Where you’re signed in' });
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await expect(devices.getByRole('listitem').first()).toContainText('This device');

  await devices.getByRole('button', { name: /^Sign out Firefox on Android/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out this device' }).click();
  await expect(page.getByText('That device is signed out.')).toBeVisible();
  await expect(devices.getByText('Firefox on Android')).toHaveCount(0);
  await phone.goto('/account');
  await expect(phone).toHaveURL(/\/auth/);
  expect((await api.get('/api/user')).status()).toBe(200);

  await devices.getByRole('button', { name: 'Sign out all other devices' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  expect((await api.get('/api/user')).status()).toBe(401);
  await page.reload();
  await expect(devices.getByText('This device')).toBeVisible();
  await phone.close();
});

test('signing in on a page ends the browser’s earlier session', { tag: '@long' }, async ({ page }) => {
  const first = await newCaller();
  const second = await newCaller();
  await addSession(page, first);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Robin!' })).toBeVisible();
  // Clears the storage, which removes the token but not the cookie.
  await page.evaluate(() => {
    localStorage.clear();
    // biome-ignore lint/suspicious/noDocumentCookie: deletes the sign-in hint cookie as the page does
    document.cookie = 'session_hint=; Max-Age=0; Path=/';
  });
  await page.goto('/auth');
  await page.getByLabel('Email').fill(second.user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect((await first.api.get('/api/user')).status()).toBe(401);
  expect((await second.api.get('/api/user')).status()).toBe(200);
});

test('signing out everywhere ends the sessions of other devices too', { tag: '@long' }, async ({ page }) => {
  const caller = await newCaller();
  await addSession(page, caller);
  await page.goto('/account?tab=security');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('Signed out everywhere')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect((await caller.api.get('/api/user')).status()).toBe(401);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/auth/);
});
