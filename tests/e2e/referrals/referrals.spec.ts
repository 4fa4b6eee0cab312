/** An invited friend becomes a paying member and then cancels. Checks what both members see. */
import { addSession, freshEmail, newCaller } from '#tests/support/browser/callers.ts';
import { expect, otherBrowser } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { buy, payWith, testCards } from '#tests/support/orders/pay-with-card.ts';

test('the invitation survives until the registration, and the friend’s first membership pays a commission', async ({ page, browser }) => {
  const referrer = await newCaller();
  // Uses a different payment card than the friend because the same card would put the commission on hold.
  await buy(referrer.api, 'membership', 'premium', { card: testCards.alsoGood });

  await page.goto(`/card?id=TC-0000001&ref=${referrer.user.referralCode.toLowerCase()}`);
  await expect(page.getByRole('heading', { name: 'Cache Card Found!' })).toBeVisible();
  await page.goto('/');
  await page.goto('/auth');
  const tab = page.getByRole('tab', { name: 'Register' });
  // Retries the click because the page is rendered before its code can handle clicks.
  await expect(async () => {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 500 });
  }).toPass();
  const form = page.getByRole('form', { name: 'Register' });
  await expect(form.getByText(referrer.user.referralCode)).toBeVisible();
  await form.getByLabel('Email').fill(freshEmail());
  await form.getByLabel('Password', { exact: true }).fill('trail-mix-7');
  await form.getByLabel('Confirm password', { exact: true }).fill('trail-mix-7');
  await form.getByText('Name and username (optional)').click();
  await form.getByLabel('First name').fill('Fern');
  await form.getByLabel(/I accept the Terms/).check();
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto('/checkout/membership/premium');
  await payWith(page, testCards.good);
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();

  const friendPage = await otherBrowser(browser);
  await addSession(friendPage, referrer);
  await friendPage.goto('/dashboard/referrals#earnings');
  await expect(friendPage.getByText('Fern').first()).toBeVisible();
  await expect(friendPage.getByText('$20.00').first()).toBeVisible();
  await friendPage.goto('/dashboard');
  const earnings = friendPage.locator('.stat-tile', { hasText: 'Earnings' });
  await expect(earnings.locator('.stat-value')).toHaveText('$20.00');
  await earnings.getByRole('link').first().click();
  await expect(friendPage).toHaveURL(/\/dashboard\/referrals#earnings$/);
  await friendPage.close();
});

test('a member cancels, resumes, and sees past payments', { tag: '@long' }, async ({ page }) => {
  const caller = await newCaller();
  await buy(caller.api, 'membership', 'basic');
  await addSession(page, caller);
  await page.goto('/account?tab=membership');
  await expect(page.getByText(/Renews on/).first()).toBeVisible();
  await expect(page.getByText('Basic membership, one year')).toBeVisible();
  await page.getByRole('button', { name: /cancel membership/i }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel your membership?' });
  await dialog.getByRole('button', { name: /cancel membership/i }).click();
  await expect(page.getByText(/Ends on/).first()).toBeVisible();
  await page.getByRole('button', { name: /resume/i }).click();
  await expect(page.getByText(/Renews on/).first()).toBeVisible();
  const receipt = await page
    .getByRole('link', { name: /receipt/i })
    .first()
    .getAttribute('href');
  expect((await page.request.get(receipt ?? '')).ok()).toBe(true);
});
