import { expect } from '#tests/support/browser/quiet-console.ts';
import { test } from '#tests/support/browser/shared-page.ts';

test('a visitor opens the home page and learns how it works', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Earn Vacations Geocaching' })).toBeVisible();
  await expect(page).toHaveTitle('Earn Vacations Geocaching');
  await page.getByRole('link', { name: 'Learn More' }).first().click();
  for (const step of ['Find Cards', 'Place Cards', 'Refer Friends', 'Earn Vacations']) {
    await expect(page.getByRole('heading', { name: step }).last()).toBeVisible();
  }
  await page.getByRole('link', { name: 'Join For Free' }).click();
  await expect(page).toHaveURL(/\/auth/);
});
