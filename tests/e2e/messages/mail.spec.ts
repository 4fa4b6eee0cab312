/** Reads product emails in the mailbox and opens their links. */
import type { Page } from '@playwright/test';
import { addSession, freshEmail, newCaller, type SignedInCaller } from '#tests/support/browser/callers.ts';
import { expect, otherBrowser } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { findLink, findMail, parseLinkToken } from '#tests/support/messages/mailbox.ts';

test('a visitor with a German browser registers at an English owner’s card, and everything from then on is in German', async ({
  page,
  browser,
}) => {
  const email = freshEmail();
  const phone = await otherBrowser(browser, { locale: 'de-DE' });
  await phone.goto('/card?id=TC-0000001');
  await expect(phone.getByRole('link', { name: 'Auf Deutsch lesen' })).toHaveAttribute('href', '/de/card?id=TC-0000001');
  await phone.getByRole('link', { name: 'Sign Up or Login' }).click();
  const form = phone.getByRole('form', { name: 'Register' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill('trail-mix-7');
  await form.getByLabel('Confirm password', { exact: true }).fill('trail-mix-7');
  await form.getByText('Name and username (optional)').click();
  await form.getByLabel('First name').fill('Fern D’Arcy');
  await form.getByLabel(/I accept the Terms/).check();
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(phone.getByText('Du hast 1 Treasure Token bekommen')).toBeVisible();

  await findMail(page.request, email, /^Willkommen/);
  await phone.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
  await phone.getByRole('link', { name: /Willkommen bei Cache Cards/ }).click();
  const mail = phone.frameLocator('iframe');
  await expect(mail.getByText('Hallo Fern D’Arcy,')).toBeVisible();
  await mail.getByRole('link', { name: 'E-Mail-Adresse bestätigen' }).click();

  // The page removes the token from the address bar immediately and does not send it in any request.
  await expect(phone).toHaveURL(/\/verify-email$/);
  await phone.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click();
  await expect(phone.getByRole('heading', { name: 'E-Mail-Adresse bestätigt' })).toBeFocused();
  await phone.getByRole('link', { name: 'Zur Übersicht' }).click();
  await expect(phone.getByRole('heading', { name: 'Willkommen, Fern D’Arcy' })).toBeVisible();
  await expect(phone.getByText('E-Mail-Adresse bestätigen')).toHaveCount(0);
  await phone.close();

  await page.goto('/auth');
  const signIn = page.getByRole('form', { name: 'Sign In' });
  await signIn.getByLabel('Email').fill(email);
  await signIn.getByLabel('Password', { exact: true }).fill('trail-mix-7');
  await signIn.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Willkommen, Fern D’Arcy' })).toBeVisible();
});

test('the verification email can be requested again, and its text part has the same link', { tag: '@long' }, async ({ page }) => {
  const caller = await newCaller();
  await addSession(page, caller);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`We sent an email to ${caller.user.email}.`)).toBeVisible();
  const mail = await findMail(page.request, caller.user.email, /^Please verify/);
  await page.goto(`/dev/mailbox/${mail.id}?as=text`);
  await expect(page.getByText('Hi Robin,')).toBeVisible();
  await page.goto(findLink(mail, '/verify-email'));
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
});

/** Registers a member and verifies their email. */
async function verifiedCaller(page: Page): Promise<SignedInCaller> {
  const caller = await newCaller();
  const token = parseLinkToken(findLink(await findMail(page.request, caller.user.email, /^Welcome/), '/verify-email'));
  expect((await caller.api.post('/api/verify-email', { data: { token } })).ok()).toBe(true);
  return caller;
}

test('a member changes their address in the profile and confirms it in the new mailbox', { tag: '@long' }, async ({ page }) => {
  const caller = await verifiedCaller(page);
  const [email, newEmail] = [caller.user.email, freshEmail()];
  await addSession(page, caller);
  await page.goto('/account');
  const password = page.getByLabel('Current password', { exact: true });
  await expect(password).toHaveCount(0);
  await page.getByLabel('Email').fill(newEmail);
  await password.fill('trail-mix-7');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Confirm your new email')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(password).toHaveCount(0);

  await page.goto(findLink(await findMail(page.request, newEmail, /confirm/), '/confirm-email-change'));
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByRole('heading', { name: 'Your email was changed' })).toBeFocused();
  await page.goto('/account');
  await expect(page.getByLabel('Email')).toHaveValue(newEmail);
  await expect(page.getByText('Confirm your new email')).toHaveCount(0);
});

test('a pending change of address is canceled in the profile', { tag: '@long' }, async ({ page }) => {
  const caller = await verifiedCaller(page);
  const newEmail = freshEmail();
  expect((await caller.api.patch('/api/user', { data: { email: newEmail } })).ok()).toBe(true);
  await addSession(page, caller);
  await page.goto('/dashboard?tab=account');
  await expect(page.getByText(newEmail)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await expect(page.getByText('Email change canceled')).toBeVisible();
  await expect(page.getByText('Confirm your new email')).toHaveCount(0);
});

test.describe('a change of address by someone else', () => {
  // Expected console error: the session that changed the email was revoked, so its request for the signed-in user is rejected.
  test.use({ provoked: [/status of 401/] });

  test('is undone from the old mailbox, and signs everyone out', { tag: '@long' }, async ({ page }) => {
    const caller = await verifiedCaller(page);
    const { email } = caller.user;
    const newEmail = freshEmail();
    expect((await caller.api.patch('/api/user', { data: { email: newEmail } })).ok()).toBe(true);
    const token = parseLinkToken(findLink(await findMail(page.request, newEmail, /confirm/), '/confirm-email-change'));
    expect((await caller.api.post('/api/confirm-email-change', { data: { token } })).ok()).toBe(true);
    const mail = await findMail(page.request, email, /about to change/);
    await addSession(page, caller);
    await page.goto(findLink(mail, '/undo-email-change'));
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await expect(page.getByText(`Your account uses ${email} again, and all devices were signed out.`)).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect((await caller.api.get('/api/user')).status()).toBe(401);
  });
});
