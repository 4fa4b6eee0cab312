/** Screens in other languages: nothing is in English or cut off, and no page scrolls sideways. */
import { expect, type Page } from '@playwright/test';
import { languages } from '#schema/languages.ts';
import { addSession, demoCaller, newCaller, type SignedInCaller } from '#tests/support/browser/callers.ts';
import { findCutElements } from '#tests/support/browser/edges.ts';
import { collectData, findEnglish } from '#tests/support/browser/english.ts';
import { test } from '#tests/support/browser/quiet-console.ts';
import { newHolder, newWaitingHolder } from '#tests/support/certificates/certificate-holder.ts';

const tabs = (path: string, ...names: string[]) => names.map((name) => `${path}?tab=${name}`);
const accountTabs = tabs('/account', 'profile', 'security', 'membership', 'messages', 'preferences');
const dashboardTabs = tabs('/dashboard', 'overview', 'treasure-chests', 'referrals', 'certificates', 'account');
const listPages = ['cache-cards', 'find', 'found', 'medals', 'treasure-chests', 'referrals', 'certificates'].map(
  (page) => `/dashboard/${page}`,
);

const people: Record<string, { signIn?: () => Promise<SignedInCaller>; paths: string[] }> = {
  'a visitor': {
    paths: [
      ...['/', '/about', '/how-it-works', '/find', '/stays', '/faq', '/contact', '/privacy', '/terms', '/auth', '/forgot-password'],
      ...[
        '/card',
        '/card?id=TC-0000001',
        '/card?id=TC-9999990',
        '/reset-password#token=x',
        '/verify-email#token=x',
        '/unsubscribe#token=x',
      ],
    ],
  },
  'a new member': {
    signIn: newCaller,
    paths: [...dashboardTabs, ...listPages, ...accountTabs, '/checkout/membership/premium', '/nowhere'],
  },
  'a Basic member': {
    signIn: () => demoCaller('basic'),
    paths: [
      ...[...dashboardTabs, ...listPages, ...accountTabs],
      ...['/dashboard/cache-cards/TC-0000001', '/dashboard/cache-cards/TC-0000005', '/checkout/cache-cards/12', '/checkout/boats/1'],
    ],
  },
  'a Premium member': { signIn: () => demoCaller('premium'), paths: [...dashboardTabs, ...listPages] },
  'a member with a certificate': { signIn: newHolder, paths: ['/dashboard', '/dashboard/certificates'] },
  'a member whose certificate is in review': { signIn: newWaitingHolder, paths: ['/dashboard/certificates'] },
};

/** English with accents, 40 % longer. */
const pseudoLanguage = 'en-XA';

// Unknown cards and paths.
test.use({ provoked: [/status of 404/] });

for (const language of [pseudoLanguage, ...Object.keys(languages)])
  for (const [name, { signIn, paths }] of Object.entries(people))
    test(`${name} reads ${language}`, { tag: '@long' }, async ({ page }) => {
      test.setTimeout(300_000);
      const caller = await signIn?.();
      if (caller) await addSession(page, caller);
      // Members' pages follow the account. Languages for testing exist on a device only.
      if (language !== pseudoLanguage) await caller?.api.put('/api/preferences/language', { data: { language } });
      else await page.addInitScript((code) => localStorage.setItem('language', code), language);
      const data = collectData(page);
      for (const path of paths) await checkPage(page, path, language, data);
      await caller?.api.put('/api/preferences/language', { data: { language: 'en' } });
    });

async function checkPage(page: Page, path: string, language: string, data: Set<string>): Promise<void> {
  await page.goto(`${signedOutPrefix(path, language)}${path}`);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('main h1, main h2').first(), path).toBeVisible();
  if (language === pseudoLanguage) expect.soft(await findEnglish(page, data), `${path}: English`).toEqual([]);
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const problems = await findCutElements(page, ['100%']);
    // Doubled vowels make words longer than those of any real language.
    const serious = problems.filter((problem) => language !== pseudoLanguage || !problem.endsWith('is broken in its middle'));
    expect.soft(serious, `${path} at ${width} px: cut or broken`).toEqual([]);
  }
}

/** Public pages are in the language of their address, unknown addresses in the device's. */
function signedOutPrefix(path: string, language: string): string {
  return /^\/(dashboard|account|checkout|reset|verify|unsub|nowhere)/.test(path) ? '' : `/${language}`;
}
