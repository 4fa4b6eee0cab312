/** Addresses, sign-in and sign-out as a browser meets them. */
import { demoPassword } from '#scripts/seed/demo-accounts.ts';
import { freshEmail, lendSession, newCaller } from '#tests/support/callers.ts';
import { demoEmail, signInAs } from '#tests/support/demo.ts';
import { expect, test } from '#tests/support/quiet-console.ts';

test('known pages answer 200, any other 404 with the same shell', async ({ request }) => {
  for (const path of [
    '/',
    '/auth',
    '/card?id=TC-0000001',
    '/dashboard',
    '/dashboard/cache-cards',
    '/dashboard/cache-cards/TC-0000001',
    '/account',
    '/admin/login',
    '/admin/dashboard',
  ]) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
  for (const path of ['/nowhere', '/dashboard/nowhere', '/dashboard/cache-cards/TC-0000001/more', '/about', '/admin', '/admin/nowhere']) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(await answer.text()).toContain('<title>');
  }
  expect((await request.get('/assets/gone.js')).status()).toBe(404);
});

test('files, pages and calls tell the browser what it may not do', async ({ request }) => {
  for (const path of ['/', '/favicon.svg', '/dashboard', '/nowhere', '/api/health']) {
    const headers = (await request.get(path)).headers();
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBe('same-origin');
    expect(headers['strict-transport-security'], path).toBe('max-age=31536000');
  }
});

test.describe('an unknown address', () => {
  test.use({ provoked: [/404/] });

  test('shows the not-found page and a way home', async ({ page }) => {
    await page.goto('/nowhere');
    await expect(page.getByText('404 Page Not Found')).toBeVisible();
  });
});

test('a signed-out visitor of a member page signs in and lands where they wanted to go', async ({ page }) => {
  await page.goto('/account?tab=security');
  await expect(page).toHaveURL(/\/auth/);
  const form = page.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email').fill(demoEmail('basic'));
  await form.getByLabel('Password', { exact: true }).fill(demoPassword);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/account\?tab=security$/);
  await expect(page.getByRole('form', { name: 'Security' })).toBeVisible();
});

test('logging out ends the session here and on the server', async ({ page }) => {
  await signInAs(page, 'premium');
  await expect(page.locator('.stat-tile', { hasText: 'Treasure Tokens' }).locator('.stat-value')).toHaveText('300');
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Logged out')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  const answer = await page.request.get('/api/user', { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(401);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/auth/);
});

test.describe('a wrong password', () => {
  test.use({ provoked: [/401/] });

  test('is told in words, and the form keeps what was typed', async ({ page }) => {
    await page.goto('/auth');
    const form = page.getByRole('form', { name: 'Sign In' });
    await form.getByLabel('Email').fill(freshEmail());
    await form.getByLabel('Password', { exact: true }).fill('not-the-one');
    await form.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Authentication Error' })).toContainText('Invalid email or password');
    await expect(form.getByLabel('Email')).toHaveValue(/visitor-/);
    await expect(form.getByLabel('Password', { exact: true })).toHaveValue('not-the-one');
  });
});

test('the dashboard keeps its tab in the address, and the back button goes back through them', async ({ page }) => {
  await lendSession(page, await newCaller());
  await page.goto('/dashboard');
  await expect(page.getByRole('tab', { name: 'Cache Cards' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No Cache Cards Found')).toBeVisible();
  await page.getByRole('tab', { name: 'Certificates' }).click();
  await expect(page).toHaveURL(/tab=certificates/);
  await expect(page.getByText('Need 60 more')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Certificates' })).toHaveAttribute('aria-selected', 'true');
});

test('a member changes name and password, and the new password signs in', async ({ page }) => {
  const member = await newCaller();
  await lendSession(page, member);
  await page.goto('/account');
  const profile = page.getByRole('form', { name: 'Profile Information' });
  await expect(profile.getByRole('button', { name: /save/i })).toBeDisabled();
  await profile.getByLabel('First name').fill('Rowan');
  await profile.getByRole('button', { name: /save/i }).click();
  await expect(page.getByText('Your account information has been updated successfully.')).toBeVisible();
  await page.getByRole('tab', { name: 'Security' }).click();
  const security = page.getByRole('form', { name: 'Security' });
  await security.getByLabel('Current password', { exact: true }).fill('trail-mix-7');
  await security.getByLabel('New password', { exact: true }).fill('trail-mix-8');
  await security.getByLabel('Confirm new password', { exact: true }).fill('trail-mix-8');
  await security
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page.getByText('Your password has been changed successfully.')).toBeVisible();
  const again = await page.request.post('/api/login', { data: { email: member.user.email, password: 'trail-mix-8' } });
  expect(again.status()).toBe(200);
  expect(((await again.json()) as { firstName: string }).firstName).toBe('Rowan');
});
