import { demoCaller, lendSession } from '#tests/support/callers.ts';
import { test } from '#tests/support/kept-window.ts';
import { expect } from '#tests/support/quiet-console.ts';

test('an owner opens a card, sees its QR and finds, and corrects where it is placed', async ({ page }) => {
  await lendSession(page, await demoCaller('basic'));
  await page.goto('/dashboard/cache-cards/TC-0000001');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('TC-0000001');
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const form = page.getByRole('form', { name: 'Placement' });
  const place = `Old mill, gate ${Date.now() % 1_000}`;
  await form.getByLabel('Location').fill(place);
  await form.getByLabel('Description').fill('Under the flat stone left of the gate');
  await form.getByRole('button', { name: 'Save placement' }).click();
  await expect(page.getByText(place).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(place).first()).toBeVisible();
});
