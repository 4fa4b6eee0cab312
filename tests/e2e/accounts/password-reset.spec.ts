/** Password reset, from the link on the sign-in form to signing in with the new password. */
import { signInAt } from '#tests/support/accounts/provider-sign-in.ts';
import { freshEmail, newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { findLink, findMail, parseLinkToken } from '#tests/support/messages/mailbox.ts';

test('a member sets a new password with the mailed link, and signs in with it', { tag: '@long' }, async ({ page }) => {
  const { user, api } = await newCaller();
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByLabel('Email').fill(user.email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();

  await findMail(page.request, user.email, /password/i);
  await page.goto(`/dev/mailbox?to=${encodeURIComponent(user.email)}`);
  await page.getByRole('link', { name: /password/i }).click();
  const link = page
    .frameLocator('iframe')
    .getByRole('link', { name: /password/i })
    .first();
  await link.click();
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  // The page removes the token from the address bar, but reloading the page still works.
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.reload();
  // Opening the emailed link does not change anything by itself.
  expect((await api.get('/api/user')).status()).toBe(200);

  await page.getByLabel('New password', { exact: true }).fill('winding-brook-9');
  await page.getByLabel('Confirm new password', { exact: true }).fill('winding-brook-9');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();
  expect((await api.get('/api/user')).status()).toBe(401);

  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill('winding-brook-9');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe('a link for a new password', () => {
  test.use({ provoked: [/status of 400/] });

  test('that was already used leads to requesting a new one', { tag: '@long' }, async ({ page }) => {
    const { user, api } = await newCaller();
    await api.post('/api/forgot-password', { data: { email: user.email } });
    const link = findLink(await findMail(page.request, user.email, /password/i), '/reset-password');
    expect((await api.post('/api/reset-password', { data: { token: parseLinkToken(link), newPassword: 'first-come-1' } })).ok()).toBe(true);
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('second-one-2');
    await page.getByLabel('Confirm new password', { exact: true }).fill('second-one-2');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expect(page.getByText('This link was already used or replaced by a newer one.')).toBeVisible();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  });
});

test('a member who joined through a provider sets a first password by email', { tag: '@long' }, async ({ page }) => {
  const email = freshEmail();
  await page.goto('/auth');
  await signInAt(page, 'google', { email, name: 'Robin' });
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/account?tab=security');
  await expect(page.getByText(/You sign in with Google\. To sign in with your email too, set a password/)).toBeVisible();
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByText(/^Link sent/)).toBeVisible();

  const link = findLink(await findMail(page.request, email, /password/i), '/reset-password');
  const data = { token: parseLinkToken(link), newPassword: 'winding-brook-9' };
  expect((await page.request.post('/api/reset-password', { data })).ok()).toBe(true);
  expect((await page.request.post('/api/login', { data: { email, password: 'winding-brook-9' } })).ok()).toBe(true);
});
