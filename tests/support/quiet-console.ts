/** Every browser test fails where the browser had something to complain about. */
import { test as base, expect, type Page } from '@playwright/test';

/** Complaints of a page so far: console errors and warnings, and errors nobody caught. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Answers that a test provokes on purpose are logged by Chromium itself; nothing else is allowed. */
export const test = base.extend<{ provoked: RegExp[]; hasServiceWorker: boolean; quietConsole: undefined }>({
  provoked: [[], { option: true }],
  // It stores the whole site in each new browser, which is half of what a journey costs: only those that go offline have it.
  hasServiceWorker: [false, { option: true }],
  quietConsole: [
    async ({ page, provoked, hasServiceWorker }, use) => {
      if (!hasServiceWorker) await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
      const complaints = complaintsOf(page);
      await use(undefined);
      expect(complaints.filter((text) => !provoked.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
