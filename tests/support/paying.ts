/** Paying on a page with the local card form, as a member does. */
import type { Locator, Page } from '@playwright/test';

export const testCards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asksForApproval: '4000002500003155',
} as const;

/** Fills in the card form and presses its button. `within` is the page or a dialog. */
export async function payWith(within: Page | Locator, card: string): Promise<void> {
  const form = within.getByRole('form', { name: 'Card payment' });
  await form.getByLabel('Card number').fill(card);
  await form.getByLabel('Expiry').fill('12 / 40');
  await form.getByLabel('Security code').fill('123');
  await form.getByRole('button', { name: /^Pay \$/ }).click();
}
