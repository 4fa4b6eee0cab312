/** Every browser test fails where the browser had something to complain about. */
import { type Browser, type BrowserContextOptions, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';

/** Complaints of a page so far: console errors and warnings, and errors nobody caught. */
export function complaintsOf(page: Page): string[] {
  return listenTo(page).complaints;
}

function listenTo(page: Page): { complaints: string[]; stop: () => void } {
  const complaints: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  };
  const onError = (error: Error) => complaints.push(error.message);
  page.on('console', onConsole).on('pageerror', onError);
  return { complaints, stop: () => page.off('console', onConsole).off('pageerror', onError) };
}

/** It stores the whole site in each new browser, which is half of what a journey costs: only those that go offline have it. */
export function withoutServiceWorker(page: Page) {
  return page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
}

/** A page in another browser: somebody else's, or where nobody is signed in. */
export async function otherBrowser(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options);
  await withoutServiceWorker(page);
  return page;
}

/** Answers that a test provokes on purpose are logged by Chromium itself; nothing else is allowed. */
export const test = base.extend<{ provoked: RegExp[]; hasServiceWorker: boolean; quietConsole: undefined }>({
  provoked: [[], { option: true }],
  hasServiceWorker: [false, { option: true }],
  quietConsole: [
    async ({ page, provoked, hasServiceWorker }, use) => {
      const removal = hasServiceWorker ? undefined : await withoutServiceWorker(page);
      const { complaints, stop } = listenTo(page);
      await use(undefined);
      stop();
      await removal?.dispose();
      expect(complaints.filter((text) => !provoked.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * At each call Playwright notes where it comes from, through what maps such places back to sources: a tenth of what it does.
 * Node runs these sources as they are.
 */
delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;

export { expect };
