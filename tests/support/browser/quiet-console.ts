/** Test fixtures that fail a browser test if the browser logs a problem. */
import {
  type Browser,
  type BrowserContextOptions,
  test as base,
  type CDPSession,
  type ConsoleMessage,
  expect,
  type Page,
} from '@playwright/test';
import { testOrigin } from '#tests/support/browser/demo.ts';
import { adaptFirefox, firefoxNoise } from '#tests/support/browser/firefox.ts';
import { makeBrowserOldest } from '#tests/support/browser/oldest-browser.ts';

/** Returns a page's problems so far: console errors and warnings, and uncaught errors. */
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

/**
 * Removes service worker support. In each new browser, a service worker downloads the whole site, which doubles a test's duration. Only
 * offline tests use it.
 */
export function withoutServiceWorker(page: Page) {
  return page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
}

/** Opens a page in a separate browser context, for another person or for a signed-out visitor. */
export async function otherBrowser(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options);
  await withoutServiceWorker(page);
  return page;
}

export interface SharedPage {
  page: Page;
  /** CDP session of the page; available only in Chromium. */
  browserOfPage: CDPSession | undefined;
  /** User that `show` opened the site as; undefined if the site is not open. */
  openFor?: string;
}

export interface TestOptions {
  /** Whether tests tagged `@oldest` run in a browser without the features that the oldest supported browsers lack. */
  hasOldestBrowser: boolean;
}

interface Fixtures extends TestOptions {
  provoked: RegExp[];
  hasServiceWorker: boolean;
  oldestBrowser: undefined;
  quietConsole: undefined;
}

/**
 * Test fixture that fails on console messages, except those for responses that a test provokes on purpose (`provoked`). All worker-scoped
 * fixtures are defined here because Playwright starts a new worker for tests that use a different set of them.
 */
export const test = base.extend<Fixtures, { sharedPage: SharedPage }>({
  browser: [
    async ({ browser }, use) => {
      if (browser.browserType().name() === 'firefox') adaptFirefox(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  sharedPage: [
    async ({ browser, browserName }, use, { project }) => {
      const { viewport, hasTouch, contextOptions } = project.use;
      const context = await browser.newContext({ ...contextOptions, baseURL: testOrigin, viewport, hasTouch });
      const page = await context.newPage();
      await use({ page, browserOfPage: browserName === 'chromium' ? await context.newCDPSession(page) : undefined });
      await context.close();
    },
    { scope: 'worker' },
  ],
  hasOldestBrowser: [false, { option: true }],
  // Removes the features before `quietConsole` opens the page.
  oldestBrowser: [
    async ({ browser, hasOldestBrowser }, use, { tags }) => {
      const restore = hasOldestBrowser && tags.includes('@oldest') ? makeBrowserOldest(browser) : undefined;
      await use(undefined);
      restore?.();
    },
    { auto: true },
  ],
  provoked: [[], { option: true }],
  hasServiceWorker: [false, { option: true }],
  quietConsole: [
    async ({ page, provoked, hasServiceWorker }, use) => {
      const removal = hasServiceWorker ? undefined : await withoutServiceWorker(page);
      const { complaints, stop } = listenTo(page);
      await use(undefined);
      stop();
      await removal?.dispose();
      expect(complaints.filter((text) => ![firefoxNoise, ...provoked].some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Disables source maps in stack traces. Playwright uses them to resolve the location of each call, which takes a tenth of its time. They
 * are not needed, because Node runs these files directly.
 */
delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;

export { expect };
