/** A browser that stays signed in between Lighthouse's visits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { trustFlag } from '#scripts/lab/lighthouse/http2.ts';
import { demoAdmin, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { findFreePort } from '#scripts/setup/local.mjs';

export interface SignedInBrowser {
  /** Port of the browser's debugging protocol. */
  port: number;
  /** Prepares the browser cache: clears it for a cold visit, or visits the page once so that its files are cached. */
  prepare: (path: string, options: { isCold: boolean }) => Promise<void>;
  close: () => Promise<void>;
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

/** Signs in as a demo member or administrator. Rejects if the product refuses the sign-in. */
export async function openSignedInBrowser(options: { browser: string; origin: string; email: string }): Promise<SignedInBrowser> {
  const { browser, origin, email } = options;
  const port = await findFreePort(9_222);
  const profile = mkdtempSync(join(tmpdir(), 'cache-cards-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browser,
    ignoreHTTPSErrors: true,
    args: [`--remote-debugging-port=${port}`, trustFlag, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(signIn, { email, password: demoPassword, isAdmin: email === demoAdmin.email });
  return {
    port,
    async prepare(path, { isCold }) {
      if (isCold) {
        const session = await context.newCDPSession(page);
        await session.send('Network.clearBrowserCache');
        await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' });
        await session.detach();
        return;
      }
      await page.goto(`${origin}${path}`);
      await page.waitForTimeout(settleMs);
    },
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
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
