/** A browser profile that stays signed in between Lighthouse's visits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { trustFlag } from '#scripts/lab/lighthouse/http2.ts';
import { demoAdmin, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { sandboxFlags } from '#scripts/setup/browser.mjs';

export interface SignedInProfile {
  /** Folder of the browser's data. */
  folder: string;
  /** Prepares the browser cache: clears it for a cold visit, or visits the page once so that its files are cached. */
  prepare: (path: string, options: { isCold: boolean }) => Promise<void>;
}

const memberPaths = [
  '/dashboard',
  '/dashboard/find?near=35.6,-82.55',
  '/dashboard/found',
  '/dashboard/cache-cards',
  '/dashboard/certificates',
  '/dashboard/referrals',
  '/dashboard/treasure-chests',
  '/account',
];
const adminPaths = ['/admin/dashboard', '/admin/dashboard?tab=users', '/admin/dashboard?tab=payouts', '/admin/account'];
const settleMs = 3_000;

export function signedInPaths(email: string): readonly string[] {
  return email === demoAdmin.email ? adminPaths : memberPaths;
}

/**
 * Signs in as a demo member or administrator. Each visit uses a new browser. Otherwise, the site's other tabs and service workers
 * share the page's process, and Chromium's profiler lists all their code in one task of up to 170 ms. Rejects if the product refuses the sign-in.
 */
export async function createSignedInProfile(options: { browser: string; origin: string; email: string }): Promise<SignedInProfile> {
  const { browser, origin, email } = options;
  const folder = mkdtempSync(join(tmpdir(), 'cache-cards-profile-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const withBrowser = async (visit: (page: Page) => Promise<unknown>) => {
    const context = await chromium.launchPersistentContext(folder, { executablePath: browser, args: [trustFlag, ...sandboxFlags] });
    await visit(await context.newPage());
    await context.close();
  };
  await withBrowser(async (page) => {
    await page.goto(`${origin}/robots.txt`);
    await page.evaluate(signIn, { email, password: demoPassword, isAdmin: email === demoAdmin.email });
  });
  return {
    folder,
    prepare: (path, { isCold }) =>
      withBrowser(async (page) => {
        if (isCold) {
          const session = await page.context().newCDPSession(page);
          await session.send('Network.clearBrowserCache');
          await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' });
          return;
        }
        await page.goto(`${origin}${path}`);
        await page.waitForTimeout(settleMs);
      }),
  };
}

/** Signs in and stores the token. Runs in the browser, so it cannot use anything outside this function. */
async function signIn({ email, password, isAdmin }: { email: string; password: string; isAdmin: boolean }): Promise<void> {
  const response = await fetch(isAdmin ? '/api/admin/login' : '/api/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`The sign-in was refused with status ${response.status}.`);
  const { token } = (await response.json()) as { token: string };
  localStorage.setItem(isAdmin ? 'adminToken' : 'auth_token', token);
}
