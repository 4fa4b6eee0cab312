/** Every screen in both windows and colour schemes: nothing for axe-core to find, no console message, nothing wider than the window. */
import type { Page } from '@playwright/test';
import { demoCaller, freshEmail, lendSession, newCaller, type SignedInCaller } from '#tests/support/callers.ts';
import { payWith, testCards } from '#tests/support/paying.ts';
import { expect, test } from '#tests/support/quiet-console.ts';
import { lookAt } from '#tests/support/screens.ts';

/** `newcomer` is one member for all screens, `fresh` another one for each. */
type Who = 'visitor' | 'basic' | 'premium' | 'newcomer' | 'fresh';

interface Screen {
  name: string;
  who: Who;
  path: string;
  /** What must be visible before it is looked at. */
  ready: (page: Page) => Promise<unknown>;
  /** Refusals of the server that belong to this screen: the browser logs each. */
  provoked?: RegExp[];
}

const notFound = [/status of 404/];
const unauthorized = [/status of 401/];
const offline = [/ERR_INTERNET_DISCONNECTED/];

const heading = (name: string | RegExp) => (page: Page) => expect(page.getByRole('heading', { name }).first()).toBeVisible();

const screens: Screen[] = [
  { name: 'home', who: 'visitor', path: '/', ready: heading('Earn Vacations Geocaching') },
  {
    name: 'home-signed-in',
    who: 'basic',
    path: '/',
    ready: (page) => expect(page.getByRole('link', { name: 'Go to Dashboard' }).first()).toBeVisible(),
  },
  { name: 'sign-in', who: 'visitor', path: '/auth', ready: (page) => expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible() },
  {
    name: 'register',
    who: 'visitor',
    path: '/auth?ref=BASTH26B',
    ready: (page) => expect(page.getByRole('form', { name: 'Register' })).toBeVisible(),
  },
  { name: 'not-found', who: 'visitor', path: '/nowhere', ready: heading('404 Page Not Found'), provoked: notFound },
  { name: 'card-visitor', who: 'visitor', path: '/card?id=TC-0000001', ready: heading('Sign up to get started!') },
  {
    name: 'card-found',
    who: 'newcomer',
    path: '/card?id=TC-0000001',
    ready: (page) => expect(page.getByText(/You earned 1 Treasure Token!|already collected/).first()).toBeVisible(),
  },
  { name: 'card-unknown', who: 'visitor', path: '/card?id=TC-9999990', ready: heading('Card Not Found'), provoked: notFound },
  { name: 'card-none', who: 'visitor', path: '/card', ready: heading('Invalid Card') },
  { name: 'dashboard', who: 'basic', path: '/dashboard', ready: (page) => expect(page.getByText('TC-0000001').first()).toBeVisible() },
  {
    name: 'dashboard-newcomer',
    who: 'newcomer',
    path: '/dashboard',
    ready: (page) => expect(page.getByText('No Cache Cards Found')).toBeVisible(),
  },
  {
    name: 'dashboard-chests',
    who: 'premium',
    path: '/dashboard?tab=treasure-chests',
    ready: (page) => expect(page.getByRole('heading', { name: /^Your chest of/ })).toBeVisible(),
  },
  {
    name: 'dashboard-chests-free',
    who: 'newcomer',
    path: '/dashboard?tab=treasure-chests',
    ready: (page) => expect(page.getByRole('tabpanel')).toBeVisible(),
  },
  {
    name: 'treasure-chests',
    who: 'premium',
    path: '/dashboard/treasure-chests',
    ready: (page) => expect(page.getByText('Waiting to be paid')).toBeVisible(),
  },
  {
    name: 'treasure-chests-free',
    who: 'newcomer',
    path: '/dashboard/treasure-chests',
    ready: (page) => expect(page.getByText('No chest opened yet')).toBeVisible(),
  },
  {
    name: 'dashboard-referrals',
    who: 'basic',
    path: '/dashboard?tab=referrals',
    ready: (page) => expect(page.getByRole('tabpanel')).toBeVisible(),
  },
  {
    name: 'dashboard-certificates',
    who: 'premium',
    path: '/dashboard?tab=certificates',
    ready: (page) => expect(page.getByText('5-7 Night Global Trip')).toBeVisible(),
  },
  { name: 'certificates', who: 'newcomer', path: '/dashboard/certificates', ready: heading('No certificate yet') },
  {
    name: 'certificate-not-found',
    who: 'newcomer',
    path: '/dashboard/certificates/VC-0000-0000/activate',
    ready: heading('Certificate not found'),
  },
  {
    name: 'redeem-dialog',
    who: 'premium',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Redeem Tokens' }).click();
      await expect(page.getByRole('radio', { name: /5-7 Night Global Trip/ })).toBeVisible();
    },
  },
  {
    name: 'dashboard-account',
    who: 'basic',
    path: '/dashboard?tab=account',
    ready: (page) => expect(page.getByRole('form', { name: 'Profile Information' })).toBeVisible(),
  },
  {
    name: 'cards',
    who: 'basic',
    path: '/dashboard/cache-cards',
    ready: (page) => expect(page.getByText('TC-0000005').first()).toBeVisible(),
  },
  {
    name: 'card-active',
    who: 'basic',
    path: '/dashboard/cache-cards/TC-0000001',
    ready: (page) => expect(page.getByRole('img', { name: /QR/ })).toBeVisible(),
  },
  {
    name: 'card-not-own',
    who: 'newcomer',
    path: '/dashboard/cache-cards/TC-0000001',
    ready: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
    provoked: notFound,
  },
  {
    name: 'account',
    who: 'basic',
    path: '/account',
    ready: (page) => expect(page.getByRole('form', { name: 'Profile Information' })).toBeVisible(),
  },
  {
    name: 'account-security',
    who: 'basic',
    path: '/account?tab=security',
    ready: (page) => expect(page.getByRole('form', { name: 'Security' })).toBeVisible(),
  },
  {
    name: 'scan-dialog',
    who: 'basic',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Scan QR' }).click();
      await expect(page.getByRole('alert').filter({ hasText: /camera/i })).toBeVisible();
    },
  },
  {
    name: 'token-history',
    who: 'premium',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Token history' }).click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'card-ordered',
    who: 'basic',
    path: '/dashboard/cache-cards/TC-0000005',
    ready: (page) => expect(page.getByRole('button', { name: 'Place this card' })).toBeVisible(),
  },
  {
    name: 'user-menu',
    who: 'basic',
    path: '/',
    ready: async (page) => {
      await page.getByRole('button', { name: /^Menu of/ }).click();
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    },
  },
  {
    name: 'sign-in-refused',
    who: 'visitor',
    path: '/auth',
    ready: async (page) => {
      const form = page.getByRole('form', { name: 'Sign In' });
      await form.getByLabel('Email').fill(freshEmail());
      await form.getByLabel('Password', { exact: true }).fill('wrong-password');
      await form.getByRole('button', { name: 'Sign In' }).click();
      await expect(form.getByText('Authentication Error')).toBeVisible();
    },
    provoked: unauthorized,
  },
  {
    name: 'register-errors',
    who: 'visitor',
    path: '/auth?ref=BASTH26B',
    ready: async (page) => {
      const form = page.getByRole('form', { name: 'Register' });
      await form.getByLabel('Email').fill('nobody');
      await form.getByLabel('Password', { exact: true }).fill('123456');
      await form.getByLabel('Confirm password', { exact: true }).fill('654321');
      await form.getByRole('button', { name: 'Create account' }).click();
      await expect(form.getByText("Passwords don't match")).toBeVisible();
    },
  },
  {
    name: 'scan-result',
    who: 'fresh',
    path: '/dashboard',
    ready: async (page) => {
      await collect(page, 'TC-0000001');
      await expect(page.getByRole('heading', { name: 'You earned 1 Treasure Token!' })).toBeVisible();
    },
  },
  {
    name: 'scan-failed',
    who: 'newcomer',
    path: '/dashboard',
    ready: async (page) => {
      await collect(page, 'TC-9999990');
      await expect(page.getByRole('heading', { name: 'Scan Failed' })).toBeVisible();
    },
    provoked: notFound,
  },
  {
    name: 'cards-newcomer',
    who: 'newcomer',
    path: '/dashboard/cache-cards',
    ready: (page) => expect(page.getByText('No Cache Cards Found')).toBeVisible(),
  },
  { name: 'referrals', who: 'basic', path: '/dashboard/referrals', ready: (page) => expect(page.getByText('omar').first()).toBeVisible() },
  { name: 'referrals-newcomer', who: 'newcomer', path: '/dashboard/referrals', ready: heading('Nobody has joined by your link yet') },
  {
    name: 'account-membership',
    who: 'basic',
    path: '/account?tab=membership',
    ready: (page) => expect(page.getByText('Basic membership, one year')).toBeVisible(),
  },
  { name: 'account-preferences', who: 'premium', path: '/account?tab=preferences', ready: heading('Delete your account') },
  {
    name: 'delete-account',
    who: 'premium',
    path: '/account?tab=preferences',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
      await expect(page.getByText('Please type DELETE in capital letters')).toBeVisible();
    },
  },
  {
    name: 'account-membership-free',
    who: 'newcomer',
    path: '/account?tab=membership',
    ready: (page) => expect(page.getByText('No payments yet')).toBeVisible(),
  },
  {
    name: 'upgrade-dialog',
    who: 'fresh',
    path: '/dashboard?upgrade=premium',
    ready: (page) => expect(page.getByRole('link', { name: 'Continue to Payment' })).toBeVisible(),
  },
  {
    name: 'order-dialog',
    who: 'premium',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Order Cache Cards' }).click();
      await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeVisible();
    },
  },
  {
    name: 'checkout-membership',
    who: 'fresh',
    path: '/checkout/membership/premium',
    ready: (page) => expect(page.getByRole('form', { name: 'Card payment' })).toBeVisible(),
  },
  {
    name: 'checkout-cards',
    who: 'basic',
    path: '/checkout/cache-cards/12',
    ready: (page) => expect(page.getByText('I print them myself')).toBeVisible(),
  },
  {
    name: 'checkout-declined',
    who: 'fresh',
    path: '/checkout/membership/basic',
    ready: async (page) => {
      await payWith(page, testCards.declined);
      await expect(
        page
          .getByRole('alert')
          .filter({ hasText: /declined/i })
          .first(),
      ).toBeVisible();
    },
    provoked: [/status of 402/],
  },
  {
    name: 'checkout-paid',
    who: 'fresh',
    path: '/checkout/membership/basic',
    ready: async (page) => {
      await payWith(page, testCards.good);
      await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible();
    },
  },
  { name: 'checkout-invalid', who: 'basic', path: '/checkout/boats/1', ready: heading('Payment Error') },
  {
    name: 'unpaid-order',
    who: 'basic',
    path: '/checkout/cache-cards/12',
    ready: async (page) => {
      await expect(page.getByText('I print them myself')).toBeVisible();
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Order Cache Cards' }).click();
      await expect(page.getByText('You have an unpaid order')).toBeVisible();
    },
  },
  {
    name: 'claim-dialog',
    who: 'basic',
    path: '/dashboard/cache-cards',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Claim a card' }).click();
      await page.getByRole('button', { name: 'Send claim' }).click();
      await expect(page.getByText('Please give a link that shows the card is yours')).toBeVisible();
    },
  },
  {
    name: 'scan-kept',
    who: 'fresh',
    path: '/dashboard',
    ready: scanOffline,
    provoked: offline,
  },
  {
    name: 'offline',
    who: 'fresh',
    path: '/dashboard',
    ready: async (page) => {
      await scanOffline(page);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'No connection out here' })).toBeVisible();
      await expect(page.getByRole('heading', { name: '1 scan waiting' })).toBeVisible();
    },
    provoked: offline,
  },
  {
    name: 'offline-card',
    who: 'fresh',
    path: '/dashboard',
    ready: async (page) => {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.context().setOffline(true);
      await page.goto('/card?id=TC-0000001');
      await expect(page.getByText('Saved. It will be sent when you are back online.').first()).toBeVisible();
    },
    provoked: offline,
  },
  { name: 'verify-email', who: 'newcomer', path: '/verify-email?token=x', ready: heading('Verify your email') },
  { name: 'undo-email-change', who: 'visitor', path: '/undo-email-change?token=x', ready: heading('Undo the change of your email') },
  { name: 'unsubscribe', who: 'visitor', path: '/unsubscribe?token=x', ready: heading('No more reminders?') },
  {
    name: 'verify-email-lost',
    who: 'visitor',
    path: '/verify-email?token=x',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Verify my email' }).click();
      await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    },
    provoked: [/status of 400/],
  },
  { name: 'mailbox', who: 'visitor', path: '/dev/mailbox', ready: heading('Mailbox') },
  {
    name: 'token-history-empty',
    who: 'fresh',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Token history' }).click();
      await expect(page.getByRole('dialog').getByText('No tokens yet')).toBeVisible();
    },
  },
];

async function scanOffline(page: Page): Promise<void> {
  // Before that the page could not be opened without network.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await collect(page, 'TC-0000001');
  await expect(page.getByText('Saved. It will be sent when you are back online.').first()).toBeVisible();
}

async function collect(page: Page, cardId: string): Promise<void> {
  await page.getByRole('button', { name: 'Scan QR' }).click();
  await page.getByLabel('Or type the card ID').fill(cardId);
  await page.getByRole('button', { name: 'Collect' }).click();
}

const callers = new Map<Who, Promise<SignedInCaller>>();

function callerOf(who: Exclude<Who, 'visitor'>): Promise<SignedInCaller> {
  if (who === 'fresh') return newCaller();
  const caller = callers.get(who) ?? (who === 'newcomer' ? newCaller() : demoCaller(who));
  callers.set(who, caller);
  return caller;
}

for (const screen of screens) {
  test.describe(() => {
    test.use({ provoked: screen.provoked ?? [] });

    test(screen.name, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      if (screen.who !== 'visitor') await lendSession(page, await callerOf(screen.who));
      await page.goto(screen.path);
      await screen.ready(page);
      await lookAt(page, screen.name);
    });
  });
}
