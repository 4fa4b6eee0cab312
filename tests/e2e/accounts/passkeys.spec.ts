/**
 * Passkeys as a second factor for administrators, who must confirm with the passkey again before moving money, and as a member's
 * alternative to a password.
 */
import { type Page, request } from '@playwright/test';
import type { SignedInUser } from '#schema/accounts/user.ts';
import { addAuthenticator } from '#tests/support/accounts/authenticator.ts';
import { newAdminAccount } from '#tests/support/admin/admin.ts';
import { freshEmail } from '#tests/support/browser/callers.ts';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';
import { violations } from '#tests/support/browser/screens.ts';
import { buy, testCards } from '#tests/support/orders/pay-with-card.ts';
import { givePayoutAddress } from '#tests/support/payouts/payout-address.ts';

// Expected console errors: calls rejected without a second factor and calls aborted by the logout.
test.use({ provoked: [/status of 40[13]/] });

async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  expect(await violations(page)).toEqual([]);
}

async function register(lastName: string, ref?: string) {
  const api = await request.newContext({ baseURL: testOrigin });
  const [email, password] = [freshEmail(), 'trail-mix-7'];
  const data = { email, password, confirmPassword: password, firstName: 'Robin', lastName, acceptedTerms: true, ...(ref && { ref }) };
  return { api, email, password, user: (await (await api.post('/api/register', { data })).json()) as SignedInUser };
}

test('an administrator sets up a passkey, logs in with it, and uses it again before a payment', { tag: ['@desktop', '@long'] }, async ({
  page,
}) => {
  const name = `Quay${Date.now().toString(36)}`;
  const referrer = await register(name);
  await buy(referrer.api, 'membership', 'premium', { card: testCards.alsoGood });
  await buy((await register('Friend', referrer.user.referralCode)).api, 'membership', 'premium', { card: testCards.good });
  await givePayoutAddress(referrer);
  const { email, password } = await newAdminAccount('super_admin');
  await addAuthenticator(page);

  async function logIn() {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
  }

  await page.goto('/admin/account');
  await logIn();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Work laptop')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/admin/login');

  await logIn();
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await page.goto('/admin/dashboard?tab=payouts');
  await page.getByRole('searchbox', { name: 'Search members' }).fill(name);
  await page.getByRole('checkbox', { name: `Select ${referrer.email}` }).check();
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const payment = page.getByRole('dialog', { name: /as paid/ });
  await payment.getByLabel('Payment reference').fill(`Transfer ${name}`);
  // Simulates an attacker who stole the token but not the passkey.
  await page.context().clearCookies({ name: 'admin' });
  await payment.getByRole('button', { name: 'Mark $20.00 as paid' }).click();
  const factorDialog = page.getByRole('dialog', { name: 'Complete two-step verification' });
  await expect(factorDialog).toBeVisible();
  await expectAccessible(page);
  await factorDialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('$20.00 marked as paid')).toBeVisible();
  const earnings = (await (await referrer.api.get('/api/earnings')).json()) as { summary: object };
  expect(earnings.summary).toMatchObject({ pending: 0, paid: 20 });
});

test('a member adds a passkey, signs in with it and sees that in the list of sign-ins', { tag: ['@phone', '@long'] }, async ({ page }) => {
  const { email, password } = await register('Passkey');
  await addAuthenticator(page);
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard**');
  await page.goto('/account?tab=security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('My phone');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(page.getByText('My phone')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).first().click();

  await page.goto('/auth');
  // Clicks the button or waits for the dashboard because the browser may offer the passkey before the test can click.
  await Promise.race([page.getByRole('button', { name: 'Sign in with a passkey' }).click(), page.waitForURL('**/dashboard**')]);
  await page.waitForURL('**/dashboard**');
  await page.goto('/account?tab=security');
  await expect(page.getByRole('listitem').filter({ hasText: 'with a passkey' }).first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'at registration' })).toHaveCount(1);
  await expectAccessible(page);
});
