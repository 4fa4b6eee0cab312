/** What a page of the site finds stored by the time it is opened. */
import type { Page } from '@playwright/test';
import { testOrigin } from '#tests/support/browser/demo.ts';

/** Stores it as the site would, at an address of it that runs nothing where the page is not there yet. */
export async function storeInPage(page: Page, key: string, value: string): Promise<void> {
  if (new URL(page.url()).origin !== testOrigin) await page.goto(`${testOrigin}/robots.txt`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [key, value] as const);
}
