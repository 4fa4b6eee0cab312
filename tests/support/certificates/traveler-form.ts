import type { Page } from '@playwright/test';

/**
 * Fills in the traveler on the activation page and activates the certificate. Each traveler is limited to one stay in 12 months, so each
 * test needs a different name.
 */
export async function activateFor(page: Page, fullName: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Traveler' });
  // Replaces digits with letters because names cannot contain digits.
  await form.getByLabel('Full name').fill(fullName.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit))));
  await form.getByLabel('Date of birth').fill('1988-04-12');
  await form.getByLabel('Phone').fill('+1 828 555 0142');
  await form.getByRole('button', { name: 'Activate certificate' }).click();
}
