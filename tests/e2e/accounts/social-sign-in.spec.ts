/** Signing in through Google, Facebook and Apple: new members, returning members, and an email that already has an account. */
import type { Page } from '@playwright/test';
import { socialProviders } from '#schema/accounts/social-providers.ts';
import { goToProvider, signInAt } from '#tests/support/accounts/provider-sign-in.ts';
import { freshEmail, newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { findLink, findMail, parseLinkToken } from '#tests/support/messages/mailbox.ts';

const password = 'trail-mix-7';

/** Records the redirect banner because it is visible for only half a second and polling could miss it on a busy machine. */
async function watchAnnouncements(page: Page): Promise<(words: string) => Promise<void>> {
  const watch = await page.addInitScript(() => {
    const announced = new Set<string>();
    const recordBanner = () => {
      const banner = document.querySelector<HTMLElement>('.redirect-banner');
      if (banner?.checkVisibility()) announced.add(banner.innerText);
    };
    new MutationObserver(recordBanner).observe(document, { childList: true, subtree: true });
    Object.assign(window, { announced });
  });
  return async (words) => {
    await expect.poll(() => page.evaluate(() => [...(window as unknown as { announced: Set<string> }).announced])).toEqual([words]);
    await watch.dispose();
  };
}

for (const provider of socialProviders) {
  test(`a new member joins with ${provider}, leaves, and signs in again`, { tag: '@long' }, async ({ page }) => {
    const email = freshEmail();
    const expectAnnounced = await watchAnnouncements(page);
    await page.goto('/auth');
    await signInAt(page, provider, { email, name: 'Robin Strider' });
    await expect(page.getByText('Login Successful')).toBeVisible();
    await expectAnnounced('Redirecting to /dashboard in 500ms...');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { name: 'Welcome, Robin!' })).toBeVisible();
    await expect(page.getByText('Verify your email')).toHaveCount(0);
    const first = (await (await page.request.get('/api/user')).json()) as { id: number };

    await page.getByRole('button', { name: 'Menu for Robin' }).click();
    await page.getByRole('list').getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Logged out')).toBeVisible();

    await page.goto('/auth');
    await goToProvider(page, provider);
    await page.getByRole('button', { name: email }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    const returningUser = (await (await page.request.get('/api/user')).json()) as { id: number };
    expect(returningUser.id).toBe(first.id);
  });
}

test('a visitor who scanned a card returns to it after signing in, and is credited', { tag: '@long' }, async ({ page }) => {
  await page.goto('/card?id=TC-0000001');
  await page.getByRole('link', { name: 'Sign Up or Login' }).click();
  await page.getByRole('tab', { name: 'Register' }).click();
  await signInAt(page, 'apple', { email: freshEmail(), name: 'Robin' });
  await expect(page).toHaveURL(/\/card\?id=TC-0000001$/);
  await expect(page.getByText('You earned 1 Treasure Token!')).toBeVisible();
});

test('a provider also opens a verified account with a password, which stays valid', { tag: '@long' }, async ({ page }) => {
  const { user, api } = await newCaller();
  const token = parseLinkToken(findLink(await findMail(page.request, user.email, /^Welcome/), '/verify-email'));
  expect((await api.post('/api/verify-email', { data: { token } })).ok()).toBe(true);

  await page.goto('/auth');
  await signInAt(page, 'google', { email: user.email, name: 'Somebody Else' });
  await expect(page.getByRole('heading', { name: 'Welcome, Robin!' })).toBeVisible();
  const found = (await (await page.request.get('/api/user')).json()) as { id: number };
  expect(found.id).toBe(user.id);
  expect((await api.get('/api/user')).status()).toBe(200);
  expect((await api.post('/api/login', { data: { email: user.email, password } })).status()).toBe(200);
  await findMail(page.request, user.email, /Google/);
});

test('a provider takes over an account that was never verified, and its creator loses access', { tag: '@long' }, async ({ page }) => {
  const { user, api } = await newCaller();
  await page.goto('/auth');
  await signInAt(page, 'google', { email: user.email });
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  expect((await api.get('/api/user')).status()).toBe(401);
  expect((await api.post('/api/login', { data: { email: user.email, password } })).status()).toBe(401);
});

test.describe('a provider with an unverified address', () => {
  test.use({ provoked: [/status of 409/] });

  test('leads back to the sign-in with the address filled in, and changes nothing', { tag: '@long' }, async ({ page }) => {
    const { user, api } = await newCaller();
    const expectAnnounced = await watchAnnouncements(page);
    await page.goto('/auth');
    await signInAt(page, 'facebook', { email: user.email, isVerified: false });
    await expect(page.getByText('Facebook Login Failed')).toBeVisible();
    const alert = page.getByRole('alert').filter({ hasText: 'Authentication Error' });
    await expect(alert).toContainText('This email is already associated with a different provider.');
    await expect(page.getByLabel('Email')).toHaveValue(user.email);
    expect((await api.get('/api/user')).status()).toBe(200);

    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectAnnounced('Redirecting to /dashboard in 1000ms...');
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });
});

test('canceling at the provider’s page shows a note, and the sign-in can be tried again', { tag: '@long' }, async ({ page }) => {
  await page.goto('/auth');
  await goToProvider(page, 'google');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Google Login Failed')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication Error' })).toContainText('You didn’t finish signing in');
  await expect(page).toHaveURL(/\/auth$/);

  await goToProvider(page, 'google');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  await signInAt(page, 'google', { email: freshEmail(), name: 'Robin' });
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a sign-in sent as a link by someone else signs nobody in', { tag: '@long' }, async ({ page, request }) => {
  await page.goto('/auth');
  const config = (await (await request.get('/api/config')).json()) as { localSignInPage: string };
  const person = { provider: 'google', email: freshEmail(), name: 'Mallory', isEmailVerified: true };
  const answer = await request.post(new URL('/fake/tokens', config.localSignInPage).href, { data: { person } });
  const { token } = (await answer.json()) as { token: string };
  await page.goto('about:blank');
  await page.goto(`/auth#id_token=${token}&provider=google`);
  await expect(page.getByRole('alert').filter({ hasText: 'Authentication Error' })).toContainText('didn’t start on this page');
  expect(page.url()).not.toContain('id_token');
  expect((await page.request.get('/api/user')).status()).toBe(401);
});
