/** What a page of the site finds in storage when it opens. */
import type { Page } from '@playwright/test';
import { testOrigin } from '#tests/support/browser/demo.ts';

/** Stores an entry as the site does; if the page is elsewhere, through a static file of the site first. */
export async function storeInPage(page: Page, key: string, value: string): Promise<void> {
  if (new URL(page.url()).origin !== testOrigin) await page.goto(`${testOrigin}/robots.txt`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [key, value] as const);
}
