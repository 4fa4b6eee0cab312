import { expect, type Locator, type Page } from '@playwright/test';

/** Submits the empty contact form until its errors appear, which shows that the prerendered page is hydrated. */
export async function sendEmptyMessage(page: Page): Promise<Locator> {
  await page.goto('/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  await expect(async () => {
    await form.getByRole('button', { name: 'Send Message' }).click();
    await expect(form.getByText('Please enter your name')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return form;
}
