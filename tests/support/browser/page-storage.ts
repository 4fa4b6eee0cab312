/** Writes entries to a page's storage before the site is opened. */
import type { Page } from '@playwright/test';
import { testOrigin } from '#tests/support/browser/demo.ts';

/** Stores an entry in the same way as the site. If the page is on another origin, first opens a static file of the site. */
export async function storeInPage(page: Page, key: string, value: string): Promise<void> {
  if (new URL(page.url()).origin !== testOrigin) await page.goto(`${testOrigin}/robots.txt`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [key, value] as const);
}
