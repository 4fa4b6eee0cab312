/** What the product mails: read in the mailbox, its links opened. */
import type { Page } from '@playwright/test';
import { freshEmail, lendSession, newCaller, type SignedInCaller } from '#tests/support/browser/callers.ts';
import { test } from '#tests/support/browser/kept-page.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { linkIn, mailTo, tokenIn } from '#tests/support/messages/mailbox.ts';

test('a new member reads the welcome in the mailbox, and verifies the address by its link', async ({ page }) => {
  const email = freshEmail();
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Register' }).click();
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill('trail-mix-7');
  await form.getByLabel('Confirm password', { exact: true }).fill('trail-mix-7');
  await form.getByLabel('First name').fill('Fern & Co');
  await form.getByLabel(/I accept the Terms/).check();
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByText('Please verify your email address')).toBeVisible();

  await mailTo(page.request, email, /^Welcome/);
  await page.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: /Welcome to Cache Cards/ }).click();
  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('Hi Fern & Co,')).toBeVisible();
  await mail.getByRole('link', { name: 'Verify my email' }).click();

  // The link's token is in no request, and out of the address at once.
  await expect(page).toHaveURL(/\/verify-email$/);
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeFocused();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Fern & Co!' })).toBeVisible();
  await expect(page.getByText('Please verify your email address')).toHaveCount(0);
});

test('the mail can be asked for again, and its text side has the same link', async ({ page }) => {
  const caller = await newCaller();
  await lendSession(page, caller);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`We have sent a mail to ${caller.user.email}.`)).toBeVisible();
  const mail = await mailTo(page.request, caller.user.email, /^Please verify/);
  await page.goto(`/dev/mailbox/${mail.id}?as=text`);
  await expect(page.getByText('Hi Robin,')).toBeVisible();
  await page.goto(linkIn(mail, '/verify-email'));
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
});

/** A member who has verified their address. */
async function verifiedCaller(page: Page): Promise<SignedInCaller> {
  const caller = await newCaller();
  const token = tokenIn(linkIn(await mailTo(page.request, caller.user.email, /^Welcome/), '/verify-email'));
  expect((await caller.api.post('/api/verify-email', { data: { token } })).ok()).toBe(true);
  return caller;
}

test('a member moves to another address: asked for in the profile, confirmed in the new mailbox', async ({ page }) => {
  const caller = await verifiedCaller(page);
  const [email, wanted] = [caller.user.email, freshEmail()];
  await lendSession(page, caller);
  await page.goto('/account');
  const password = page.getByLabel('Current password', { exact: true });
  await expect(password).toHaveCount(0);
  await page.getByLabel('Email').fill(wanted);
  await password.fill('trail-mix-7');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Your new address waits to be confirmed')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(password).toHaveCount(0);

  await page.goto(linkIn(await mailTo(page.request, wanted, /confirm/), '/confirm-email-change'));
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is changed' })).toBeFocused();
  await page.goto('/account');
  await expect(page.getByLabel('Email')).toHaveValue(wanted);
  await expect(page.getByText('Your new address waits to be confirmed')).toHaveCount(0);
});

test('a change that waits is called off in the profile', async ({ page }) => {
  const caller = await verifiedCaller(page);
  const wanted = freshEmail();
  expect((await caller.api.patch('/api/user', { data: { email: wanted } })).ok()).toBe(true);
  await lendSession(page, caller);
  await page.goto('/dashboard?tab=account');
  await expect(page.getByText(wanted)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Change called off')).toBeVisible();
  await expect(page.getByText('Your new address waits to be confirmed')).toHaveCount(0);
});

test.describe('a change of address that the owner did not make', () => {
  // The session of whoever made it has ended: asking who is signed in is refused.
  test.use({ provoked: [/status of 401/] });

  test('is undone from the old mailbox, and signs everybody out', async ({ page }) => {
    const caller = await verifiedCaller(page);
    const { email } = caller.user;
    const wanted = freshEmail();
    expect((await caller.api.patch('/api/user', { data: { email: wanted } })).ok()).toBe(true);
    const token = tokenIn(linkIn(await mailTo(page.request, wanted, /confirm/), '/confirm-email-change'));
    expect((await caller.api.post('/api/confirm-email-change', { data: { token } })).ok()).toBe(true);
    const mail = await mailTo(page.request, email, /about to change/);
    await lendSession(page, caller);
    await page.goto(linkIn(mail, '/undo-email-change'));
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await expect(page.getByText(`Your account uses ${email} again, and everybody was signed out.`)).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect((await caller.api.get('/api/user')).status()).toBe(401);
  });
});
