/** Signs in through Google, Facebook and Apple in a browser test, using the local fake. */
import type { Page } from '@playwright/test';
import { providerNames, type SocialProvider } from '#schema/accounts/social-providers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';

export interface Person {
  email: string;
  name?: string;
  /** Whether the provider has verified the person's email. */
  isVerified?: boolean;
}

/** Goes from /auth to the provider's page. */
export async function goToProvider(page: Page, provider: SocialProvider): Promise<void> {
  await page.getByRole('button', { name: `Continue with ${providerNames[provider]}` }).click();
  await expect(page.getByRole('heading', { name: `Sign in with ${providerNames[provider]}` })).toBeVisible();
}

/** Goes from /auth to the provider's page, signs in as this person and returns. */
export async function signInAt(page: Page, provider: SocialProvider, { email, name = '', isVerified = true }: Person): Promise<void> {
  await goToProvider(page, provider);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('checkbox').setChecked(isVerified);
  await page.getByRole('button', { name: 'Continue to Cache Cards' }).click();
}
