/**
 * Journeys that follow each other in one browser context, which keeps the site's files: a page asks for dozens of them, and a
 * new context for all of them again. Each journey has a page of its own, without cookies and with nothing stored. Tests of how
 * files come, and those that need other options of a context, take `test` of quiet-console.ts.
 */
import type { BrowserContext, CDPSession } from '@playwright/test';
import { testOrigin } from '#tests/support/demo.ts';
import { test as quiet } from '#tests/support/quiet-console.ts';

interface Kept {
  context: BrowserContext;
  /** Of a page that shows nothing and stays. */
  machine: CDPSession;
}

export const test = quiet.extend<object, { kept: Kept }>({
  kept: [
    async ({ browser }, use, { project }) => {
      const { viewport, hasTouch, contextOptions } = project.use;
      const context = await browser.newContext({ ...contextOptions, baseURL: testOrigin, viewport, hasTouch });
      await use({ context, machine: await context.newCDPSession(await context.newPage()) });
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ kept: { context, machine } }, use) => {
    const before = context.pages();
    await context.clearCookies();
    await machine.send('Storage.clearDataForOrigin', { origin: testOrigin, storageTypes: 'all' });
    await use(context);
    for (const page of context.pages()) if (!before.includes(page)) await page.close();
  },
});
