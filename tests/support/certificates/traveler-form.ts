import type { Page } from '@playwright/test';

/**
 * Fills in the traveler on the activation page and activates the certificate. Each traveler is limited to one stay in 12 months, and two
 * equal names are enough to be the same traveler. So the family name ends with the certificate's number.
 */
export async function activateFor(page: Page, fullName: string, number: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Traveler' });
  // Names cannot contain digits, and a hyphen would start another name.
  const suffix = number.replaceAll('-', '').replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  await form.getByLabel('Full name').fill(fullName + suffix);
  await form.getByLabel('Date of birth').fill('1988-04-12');
  await form.getByLabel('Phone').fill('+1 828 555 0142');
  await form.getByRole('button', { name: 'Activate certificate' }).click();
}
