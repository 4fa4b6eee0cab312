import { expect, type Page } from '@playwright/test';

/** Expands a section of the preferences, which is collapsed on phones. */
export async function openPreference(page: Page, title: string): Promise<void> {
  const heading = page.getByRole('heading', { name: title, exact: true });
  await expect(heading).toBeVisible();
  const fold = page.locator('details:not([open]) > summary').filter({ has: heading });
  if ((await fold.count()) > 0) await fold.click();
}
