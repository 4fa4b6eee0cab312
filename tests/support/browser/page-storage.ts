/** Writes entries to a page's storage before the site is opened. */
import type { Page } from '@playwright/test';
import { testOrigin } from '#tests/support/browser/demo.ts';

/** Stores an entry the way the site does. Opens one of the site's static files first if the page is on another origin. */
export async function storeInPage(page: Page, key: string, value: string): Promise<void> {
  if (new URL(page.url()).origin !== testOrigin) await page.goto(`${testOrigin}/robots.txt`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [key, value] as const);
}
