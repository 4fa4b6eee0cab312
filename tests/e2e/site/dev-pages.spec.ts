/** The developers' pages: /test-auth, /test-auth-button, /simple-test. */

import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

test('/simple-test shows the server’s time and counts', { tag: '@long' }, async ({ page }) => {
  await page.goto('/simple-test');
  await expect(page.getByText('Server is running')).toBeVisible();
  await expect(page.getByText(/Server time: /)).toBeVisible();
  await page.getByRole('button', { name: 'Increment' }).click();
  await page.getByRole('button', { name: 'Increment' }).click();
  await expect(page.getByText('Count: 2')).toBeVisible();
});

test.describe('without an answer from the server', () => {
  test.use({ provoked: [/ERR_FAILED/] });

  test('/simple-test reports the failure', { tag: '@long' }, async ({ page }) => {
    await page.route('**/api/health', (route) => route.abort());
    await page.goto('/simple-test');
    await expect(page.getByText('Could not connect to the server')).toBeVisible();
  });
});

test('/test-auth-button creates and signs in the test user, and goes to the dashboard', { tag: '@long' }, async ({ page }) => {
  await page.goto('/test-auth-button');
  await page.getByRole('button', { name: 'Test Login' }).click();
  await expect(page.getByText('Test Login Successful')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Welcome, Test!' })).toBeVisible();
});

test('/test-auth signs in by token and session, verifies the token, and logs out', { tag: '@long' }, async ({ page }) => {
  // Creates the test account first, so that the page's login button signs in to an existing account.
  expect((await page.request.post('/api/test-login', { data: {} })).ok()).toBe(true);
  await page.context().clearCookies();
  await page.goto('/test-auth');
  await expect(page.getByText('Nobody is signed in.')).toBeVisible();
  await page.getByRole('button', { name: 'Test Login (Get JWT + Session)' }).click();
  await expect(page.getByText('Token Login Successful')).toBeVisible();
  await expect(page.getByText('Session Login Attempted')).toBeVisible();
  await expect(page.getByRole('tabpanel').getByText('test@demo.test')).toBeVisible();

  await page.getByRole('tab', { name: 'JWT Auth' }).click();
  await expect(page.getByRole('tabpanel').getByText('test@demo.test')).toBeVisible();
  await expect(page.getByRole('tabpanel').locator('code')).toContainText('…');
  await page.getByRole('button', { name: 'Verify JWT Token' }).click();
  await expect(page.getByText('JWT Verification', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('Nobody is signed in.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

test.describe('a session ended elsewhere', () => {
  test.use({ provoked: [/status of 401/] });

  test('fails the verification of its token', { tag: '@long' }, async ({ page }) => {
    await page.goto('/test-auth-button');
    await page.getByRole('button', { name: 'Test Login' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/test-auth');
    await page.getByRole('tab', { name: 'JWT Auth' }).click();
    await expect(page.getByRole('tabpanel').getByText('test@demo.test')).toBeVisible();
    expect((await page.request.post('/api/logout')).ok()).toBe(true);
    await page.getByRole('button', { name: 'Verify JWT Token' }).click();
    await expect(page.getByText('JWT Verification Failed')).toBeVisible();
    await expect(page.getByText('The token is invalid or expired')).toBeVisible();
  });
});
