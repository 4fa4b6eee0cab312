/** Lets Playwright drive an unmodified Firefox over WebDriver BiDi. */
import type { Browser, BrowserContext } from '@playwright/test';

interface Session {
  send(method: string, params: unknown): Promise<unknown>;
}

export const firefoxPreferences = {
  'ui.prefersReducedMotion': 1,
  // Disables the back/forward cache because Playwright waits for a load event and a restored page does not fire one.
  'browser.sessionhistory.max_total_viewers': 0,
};

/** WebDriver BiDi command that Firefox ESR 153 lacks and that Playwright needs to open a page. */
const unknownCommand = 'emulation.setMediaFeaturesOverride';

/** Applies two workarounds to every page that the browser opens after this call: ignores `unknownCommand` and simulates typing. */
export function adaptFirefox(browser: Browser): void {
  const { _connection: connection } = browser as unknown as { _connection: { toImpl(value: unknown): { _browserSession: Session } } };
  const session: Session = Object.getPrototypeOf(connection.toImpl(browser)._browserSession);
  const { send } = session;
  session.send = function (method, params) {
    return method === unknownCommand ? Promise.resolve({}) : send.call(this, method, params);
  };
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => typeLikePeople(await newContext(options));
}

/**
 * Simulates typing. Playwright fills a field by assigning its `value` in the page. React mistakes that for its own assignment and ignores
 * the event that follows.
 */
async function typeLikePeople(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript(() => {
    Object.defineProperty(window, '__pw_bidiInsertText', {
      get: () => (text: string) => {
        document.execCommand('insertText', false, text);
      },
      set: () => {},
    });
  });
  return context;
}

/** Firefox logs this error for each file that the service worker was still loading when the page closed. Tests ignore it. */
export const firefoxNoise = /^Failed to load ‘.*’\. A ServiceWorker intercepted the request and encountered an unexpected error\.$/;
