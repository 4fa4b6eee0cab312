import { freshEmail } from '#tests/support/browser/callers.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';

test.use({ hasServiceWorker: true });

test('a visitor scans a card, registers from its page, returns to it and is credited once', { tag: '@oldest' }, async ({ page }) => {
  await page.goto('/card?id=TC-0000001');
  await expect(page.getByRole('heading', { name: 'Cache Card Found!' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign up to get started!' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign Up or Login' }).click();

  await expect(page.getByRole('heading', { name: 'Your Cache Card is waiting' })).toBeVisible();
  await expect(page.getByText('Register to earn a Treasure Token for TC-0000001.')).toBeVisible();
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByLabel('Email').fill(freshEmail());
  await form.getByLabel('Password', { exact: true }).fill('trail-mix-7');
  await form.getByLabel('Confirm password', { exact: true }).fill('trail-mix-7');
  await form.getByText('Name and username (optional)').click();
  await form.getByLabel('First name').fill('Robin');
  await form.getByLabel(/I accept the Terms/).check();
  await form.getByRole('button', { name: /register|create/i }).click();

  await expect(page).toHaveURL(/\/card\?id=TC-0000001$/);
  await expect(page.getByText('You earned 1 Treasure Token!')).toBeVisible();
  await expect(page.getByText('Card scanned!')).toBeVisible();

  // Reloading the page continues the same visit, so it still shows the earned token. Coming back later starts a new visit.
  await page.reload();
  await expect(page.getByText('You earned 1 Treasure Token!')).toBeVisible();
  await page.goto('/');
  await page.goto('/card?id=TC-0000001');
  await expect(page.getByText('You have this one already: each card pays once.').first()).toBeVisible();
  await page.getByRole('link', { name: 'View Dashboard' }).click();
  await expect(page.locator('.stat-tile', { hasText: 'Treasure Tokens' }).locator('.stat-value')).toHaveText('1');
});

for (const [width, height] of [
  [390, 844],
  [360, 640],
] as const) {
  test(`a visitor sees how to sign up on a phone of ${width} by ${height} without scrolling`, {
    tag: width === 390 ? [] : '@long',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/card?id=TC-0000001');
    for (const name of ['Sign Up or Login', 'Learn More about Cache Cards'])
      await expect(page.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
    await page.getByRole('link', { name: 'Sign Up or Login' }).click();
    await expect(page.getByText('Already a member?')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Continue with Apple' })).toBeInViewport({ ratio: 1 });
  });
}

test('a card link without an id, or with an invalid one, explains what is wrong', { tag: '@long' }, async ({ page }) => {
  await page.goto('/card');
  await expect(page.getByRole('heading', { name: 'Invalid Card' })).toBeVisible();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/card?id=hello');
  await expect(page.getByRole('heading', { name: 'Card Not Found' })).toBeVisible();
  await expect(page.getByText('This Cache Card could not be found')).toBeVisible();
  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});
