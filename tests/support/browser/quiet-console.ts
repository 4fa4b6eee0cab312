/** Fails every browser test in which the browser logged a problem. */
import { type Browser, type BrowserContextOptions, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';

/** A page's problems so far: console errors and warnings, and uncaught errors. */
export function collectComplaints(page: Page): string[] {
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

/** The service worker stores the whole site in each new browser, which is half of a journey's cost: only offline tests have it. */
export function withoutServiceWorker(page: Page) {
  return page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
}

/** A page in another browser, for another person or signed out. */
export async function otherBrowser(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options);
  await withoutServiceWorker(page);
  return page;
}

/** Chromium logs responses that a test provokes on purpose; no other log is allowed. */
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
 * Playwright resolves each call's location through source maps, which takes a tenth of its time. Node runs these sources as they are, so it
 * is not needed.
 */
delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;

export { expect };
