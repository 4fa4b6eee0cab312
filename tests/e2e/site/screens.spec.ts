/** Every screen at both window sizes and in both color schemes: no axe-core violations, no console messages, nothing cut off. */
import type { Page } from '@playwright/test';
import type { CardDetails, MapWindowCards, NearCards } from '#schema/finding/finding.ts';
import { goToProvider, signInAt } from '#tests/support/accounts/provider-sign-in.ts';
import { suspend } from '#tests/support/accounts/suspend.ts';
import { addSession, demoCaller, freshEmail, newCaller, type SignedInCaller } from '#tests/support/browser/callers.ts';
import { openPreference } from '#tests/support/browser/open-preference.ts';
import { expect, test as ownPage } from '#tests/support/browser/quiet-console.ts';
import { checkScreen, tagScreens } from '#tests/support/browser/screens.ts';
import { test } from '#tests/support/browser/shared-page.ts';
import { windows } from '#tests/support/browser/windows.ts';
import { newHolder, newWaitingHolder } from '#tests/support/certificates/certificate-holder.ts';
import { bookedTrip, offer, offeredTrip, trip } from '#tests/support/certificates/trips.ts';
import { sendEmptyMessage } from '#tests/support/messages/contact-form.ts';
import { findLink, findMail, parseLinkToken } from '#tests/support/messages/mailbox.ts';
import { payWith, testCards } from '#tests/support/orders/pay-with-card.ts';
import { ApiError } from '#worker/errors.ts';

/**
 * `newcomer`, `holder` (has a certificate) and `waiting` (has a certificate under review) are one member each, shared by all screens.
 * `fresh` is a new member for each screen.
 */
type Who = 'visitor' | 'basic' | 'premium' | 'newcomer' | 'holder' | 'waiting' | 'fresh';

interface Screen {
  name: string;
  who: Who;
  path: string;
  ready: (page: Page) => Promise<unknown>;
  /** Console messages expected on this screen. The browser logs every error response. */
  provoked?: RegExp[];
}

const notFound = [/status of 404/];
const unauthorized = [/status of 401/];
const offline = [/ERR_INTERNET_DISCONNECTED/];

const heading = (name: string | RegExp) => (page: Page) => expect(page.getByRole('heading', { name }).first()).toBeVisible();

/** The trip card at each stage of a stay, with mocked certificates. */
const trips = Object.entries({
  'trip-wish': trip({}),
  'trip-wait': trip({
    stage: 'wished',
    wishes: [{ destinationId: null, month: '2030-05', arrival: null, travelers: 2 }],
    offerDueBy: '2030-01-05T10:00:00.000Z',
    declinedOffers: 2,
    mayReturn: true,
  }),
  'trip-offer': offeredTrip(),
  'trip-booking': offeredTrip({ status: 'accepted' }, { canCorrectTraveler: false }),
  'trip-booked': bookedTrip(),
  'trip-stayed': trip({ stage: 'stayed', canCorrectTraveler: false, offer: offer({ status: 'accepted' }) }),
  'trip-expired': trip({ stage: 'expired', traveler: null, canCorrectTraveler: false }),
}).map(
  ([name, certificate]): Screen => ({
    name,
    who: 'fresh',
    path: '/robots.txt',
    ready: async (page) => {
      await page.route('**/api/vacation-certificates', (route) => route.fulfill({ json: [certificate] }));
      await page.goto('/dashboard/certificates');
      await page.getByText('Traveler and certificate').click();
      await expect(page.getByText(certificate.number).last()).toBeVisible();
    },
  }),
);

const screens: Screen[] = [
  { name: 'home', who: 'visitor', path: '/', ready: heading('Earn Vacations Geocaching') },
  { name: 'about', who: 'visitor', path: '/about', ready: heading('About Cache Cards') },
  { name: 'how-it-works', who: 'visitor', path: '/how-it-works', ready: heading('How It Works') },
  { name: 'stays', who: 'visitor', path: '/stays', ready: (page) => expect(page.getByText('Time to offer')).toBeVisible() },
  { name: 'find', who: 'visitor', path: '/find', ready: heading('Where the cards are') },
  {
    name: 'find-world',
    who: 'visitor',
    path: '/find',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Show the world map' }).click();
      await expect(page.getByText(/of this part of the map|in this part of the map/)).toBeVisible();
    },
  },
  {
    name: 'phone-menu',
    who: 'visitor',
    path: '/about',
    ready: async (page) => {
      await page.setViewportSize(windows.phone);
      await page.getByRole('button', { name: 'Menu' }).click();
    },
  },
  { name: 'faq', who: 'visitor', path: '/faq#memberships', ready: heading('Frequently Asked Questions') },
  { name: 'privacy', who: 'visitor', path: '/privacy', ready: heading('Privacy Policy') },
  { name: 'terms', who: 'visitor', path: '/terms', ready: heading('Terms') },
  {
    name: 'contact-errors',
    who: 'visitor',
    path: '/contact',
    ready: async (page) => {
      const form = await sendEmptyMessage(page);
      await expect(form.getByText('Please write a message')).toBeVisible();
    },
  },
  {
    name: 'home-signed-in',
    who: 'basic',
    path: '/',
    ready: (page) => expect(page.getByRole('link', { name: 'Go to Dashboard' }).first()).toBeVisible(),
  },
  { name: 'sign-in', who: 'visitor', path: '/auth', ready: socialButtons },
  {
    name: 'register',
    who: 'visitor',
    path: '/auth',
    ready: async (page) => {
      await page.getByRole('tab', { name: 'Register' }).click();
      await expect(page.getByRole('form', { name: 'Register' })).toBeVisible();
      await socialButtons(page);
    },
  },
  {
    name: 'register-invited',
    who: 'visitor',
    path: '/auth?ref=BASTH26B',
    ready: async (page) => {
      await expect(page.getByText('Invited by a friend')).toBeVisible();
      await socialButtons(page);
    },
  },
  {
    name: 'sign-in-finishing',
    who: 'visitor',
    path: '/auth',
    ready: async (page) => {
      await page.route('**/api/auth/token', () => undefined);
      await signInAt(page, 'google', { email: freshEmail() });
      await expect(page.getByText('Signing you in with Google…')).toBeVisible();
    },
  },
  {
    name: 'sign-in-cancelled',
    who: 'visitor',
    path: '/auth',
    ready: async (page) => {
      await goToProvider(page, 'apple');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(authenticationError(page)).toContainText('You didn’t finish signing in');
      await socialButtons(page);
    },
  },
  {
    name: 'sign-in-outage',
    who: 'visitor',
    path: '/auth',
    ready: async (page) => {
      const { status, message } = new ApiError('identity_unavailable');
      const json = { message, code: 'identity_unavailable', requestId: 'r' };
      await page.route('**/api/auth/token', (route) => route.fulfill({ status, json }));
      await signInAt(page, 'facebook', { email: freshEmail() });
      await expect(authenticationError(page)).toContainText('is not available right now');
      await socialButtons(page);
    },
    provoked: [/status of 503/],
  },
  {
    name: 'sign-in-other-provider',
    who: 'visitor',
    path: '/auth',
    ready: async (page) => {
      const { user } = await newCaller();
      await signInAt(page, 'facebook', { email: user.email, isVerified: false });
      await expect(authenticationError(page)).toContainText('already associated with a different provider');
      await expect(page.getByText(`Sign in to ${user.email} with your password or the provider`)).toBeVisible();
      await socialButtons(page);
    },
    provoked: [/status of 409/],
  },
  { name: 'forgot-password', who: 'visitor', path: '/forgot-password', ready: heading('Forgot your password?') },
  {
    name: 'forgot-password-sent',
    who: 'visitor',
    path: '/forgot-password',
    ready: async (page) => {
      await page.getByLabel('Email').fill(freshEmail());
      await page.getByRole('button', { name: 'Send me the link' }).click();
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
      await page.getByRole('button', { name: 'Send it again' }).click();
      await expect(page.getByText('Sent again.')).toBeVisible();
    },
  },
  { name: 'reset-password', who: 'visitor', path: '/reset-password#token=x', ready: heading('Set a new password') },
  {
    name: 'reset-password-errors',
    who: 'visitor',
    path: '/reset-password#token=x',
    ready: async (page) => {
      await setPassword(page, '123456', '654321');
      await expect(page.getByText('Passwords do not match')).toBeVisible();
    },
  },
  {
    name: 'reset-password-set',
    who: 'visitor',
    path: '/forgot-password',
    ready: async (page) => {
      await page.goto(await resetLink(page));
      await setPassword(page, 'winding-brook-9');
      await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
    },
  },
  {
    name: 'reset-password-spent',
    who: 'visitor',
    path: '/forgot-password',
    ready: async (page) => {
      const link = await resetLink(page);
      const data = { token: parseLinkToken(link), newPassword: 'winding-brook-9' };
      expect((await page.request.post('/api/reset-password', { data })).ok()).toBe(true);
      await page.goto(link);
      await setPassword(page, 'winding-brook-9');
      await expect(page.getByText('This link was already used')).toBeVisible();
    },
    provoked: [/status of 400/],
  },
  { name: 'not-found', who: 'visitor', path: '/nowhere', ready: heading('404 Page Not Found'), provoked: notFound },
  { name: 'card-visitor', who: 'visitor', path: '/card?id=TC-0000001', ready: heading('Sign up to get started!') },
  {
    name: 'sign-in-from-card',
    who: 'visitor',
    path: '/card?id=TC-0000001',
    ready: async (page) => {
      await page.getByRole('link', { name: 'Sign Up or Login' }).click();
      await expect(page.getByRole('heading', { name: 'Your Cache Card is waiting' })).toBeVisible();
      await socialButtons(page);
    },
  },
  {
    name: 'card-found',
    who: 'fresh',
    path: '/card?id=TC-0000001',
    ready: async (page) => {
      await expect(page.getByText('You earned 1 Treasure Token!')).toBeVisible();
      await expect(page.getByText('Your first find: welcome to the trail!')).toBeVisible();
    },
  },
  {
    name: 'card-found-before',
    who: 'holder',
    path: '/card?id=TC-0000001',
    ready: (page) => expect(page.getByText(/You earned 1 Treasure Token!|have this one already/).first()).toBeVisible(),
  },
  {
    name: 'card-own',
    who: 'basic',
    path: '/card?id=TC-0000001',
    ready: (page) => expect(page.getByRole('link', { name: 'Open my card' })).toBeVisible(),
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
    ready: (page) => expect(page.getByRole('heading', { name: /^Your .* chest$/ })).toBeVisible(),
  },
  {
    name: 'dashboard-chests-free',
    who: 'newcomer',
    path: '/dashboard?tab=treasure-chests',
    ready: (page) => expect(page.getByRole('tabpanel')).toBeVisible(),
  },
  {
    name: 'medals',
    who: 'premium',
    path: '/dashboard/medals',
    ready: (page) => expect(page.getByRole('heading', { name: 'Next goals' })).toBeVisible(),
  },
  {
    name: 'destinations',
    who: 'basic',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Choose a destination' }).click();
      await expect(page.getByRole('button', { name: 'Lisbon Portugal' })).toBeVisible();
    },
  },
  {
    name: 'treasure-chests',
    who: 'premium',
    path: '/dashboard/treasure-chests',
    ready: (page) => expect(page.getByRole('button', { name: 'Open your chest' })).toBeVisible(),
  },
  {
    name: 'treasure-chests-free',
    who: 'newcomer',
    path: '/dashboard/treasure-chests',
    ready: (page) => expect(page.getByText('No chests opened yet')).toBeVisible(),
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
  { name: 'certificates', who: 'newcomer', path: '/dashboard/certificates', ready: heading('No certificates yet') },
  {
    name: 'certificates-held',
    who: 'holder',
    path: '/dashboard/certificates',
    ready: (page) => expect(page.getByText(/Activate it by/)).toBeVisible(),
  },
  {
    name: 'certificate-to-activate',
    who: 'holder',
    path: '/dashboard/certificates',
    ready: async (page) => {
      await page.getByRole('link', { name: /^Activate certificate/ }).click();
      await expect(page.getByRole('button', { name: 'Activate certificate' })).toBeVisible();
    },
  },
  {
    name: 'certificates-in-review',
    who: 'waiting',
    path: '/dashboard/certificates',
    ready: (page) => expect(page.getByText('In review')).toBeVisible(),
  },
  {
    name: 'certificate-in-review',
    who: 'waiting',
    path: '/dashboard/certificates',
    ready: async (page) => {
      const number = await page.getByText(/^VC-/).first().textContent();
      await page.goto(`/dashboard/certificates/${number}/activate`);
      await expect(page.getByRole('heading', { name: 'Your 3-4 Night Regional Stay' })).toBeVisible();
    },
  },
  {
    name: 'dashboard-redeemed',
    who: 'holder',
    path: '/dashboard?tab=certificates',
    ready: (page) => expect(page.getByText(/You can redeem again on/)).toHaveCount(2),
  },
  ...trips,
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
    ready: (page) => expect(page.getByText('This device')).toBeVisible(),
  },
  {
    name: 'cards',
    who: 'basic',
    path: '/dashboard/cache-cards',
    ready: (page) => expect(page.getByText('TC-0000005').first()).toBeVisible(),
  },
  { name: 'find-cards-asking', who: 'newcomer', path: '/dashboard/find', ready: heading('Find Cards') },
  {
    name: 'find-cards',
    who: 'newcomer',
    path: '/dashboard',
    ready: async (page) => {
      await findCards(page);
      await page.getByRole('button', { name: 'Change place' }).click();
      await page.getByText('What the pins mean').click();
    },
  },
  {
    name: 'find-cards-sheet',
    who: 'newcomer',
    path: '/dashboard',
    ready: async (page) => {
      await findCards(page);
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await page.getByRole('button', { name: /^Lookout above the parkway, yours, accurate to about 0.6 mi/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Lookout above the parkway' });
      await expect(sheet.getByText('hazel')).toBeVisible();
    },
  },
  {
    name: 'find-cards-towns',
    who: 'newcomer',
    path: '/dashboard/find',
    ready: async (page) => {
      await page.getByRole('combobox', { name: 'Town or coordinates' }).fill('Springfield');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^8 towns match/)).toBeVisible();
    },
  },
  {
    name: 'find-cards-offline',
    who: 'fresh',
    path: '/dashboard',
    ready: async (page) => {
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await findCards(page);
      await page.getByRole('button', { name: 'Save offline' }).click();
      await expect(page.getByRole('region', { name: 'Saved offline' })).toBeVisible();
      await page.context().setOffline(true);
      await page.reload();
      await expect(page.getByRole('button', { name: /^Old mill.*Not found yet$/ })).toBeVisible();
    },
    provoked: offline,
  },
  {
    name: 'card-active',
    who: 'basic',
    path: '/dashboard/cache-cards/TC-0000001',
    ready: async (page) => {
      await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
      await expect(page.getByText(/finds? in 12 weeks/)).toBeVisible();
    },
  },
  {
    name: 'card-on-map',
    who: 'basic',
    path: '/dashboard/cache-cards/TC-0000001',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Move or edit' }).click();
      await expect(page.getByText('Natural Earth, GeoNames (CC BY 4.0)')).toBeVisible();
      await expect(page.getByRole('img', { name: 'Where the card is' })).toBeVisible();
    },
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
    ready: (page) => expect(page.getByText('This device')).toBeVisible(),
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
    name: 'found-cards',
    who: 'premium',
    path: '/dashboard/found',
    ready: (page) => expect(page.getByRole('region', { name: 'Cards you have found' }).getByRole('listitem').first()).toBeVisible(),
  },
  {
    name: 'found-cards-map',
    who: 'premium',
    path: '/dashboard/found',
    ready: async (page) => {
      await expect(page.getByRole('heading', { name: 'Cards you have found' })).toBeVisible();
      const fold = page.getByText('Map of your finds');
      await expect(fold.or(page.getByRole('application'))).toBeVisible();
      if (await fold.isVisible()) await fold.click();
      await page
        .getByRole('application')
        .getByRole('button', { name: /^(Find|\d+ cards here)/ })
        .first()
        .press('Enter');
      await expect(page.getByRole('list', { name: 'Selected on the map' })).toBeVisible();
    },
  },
  {
    name: 'found-cards-search',
    who: 'premium',
    path: '/dashboard/found',
    ready: async (page) => {
      await page.getByRole('searchbox', { name: 'Search your finds' }).fill('asheville');
      await expect(page.getByRole('list', { name: 'Matching finds' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  { name: 'found-cards-none', who: 'fresh', path: '/dashboard/found', ready: heading('No finds yet') },
  {
    name: 'new-cards-form',
    who: 'basic',
    path: '/account?tab=preferences',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Choose a place' }).click();
      await expect(page.getByRole('form', { name: 'New cards near me' })).toBeVisible();
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
      await page.getByRole('button', { name: /^Menu for/ }).click();
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
      await form.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(form.getByText('Authentication Error')).toBeVisible();
    },
    provoked: unauthorized,
  },
  {
    name: 'sign-in-suspended',
    who: 'visitor',
    path: '/auth',
    ready: async (page) => {
      const { user } = await newCaller();
      await suspend(user.id, 'Sixty cards within a minute, on two continents. How was that?');
      const form = page.getByRole('form', { name: 'Sign In' });
      await form.getByLabel('Email').fill(user.email);
      await form.getByLabel('Password', { exact: true }).fill('trail-mix-7');
      await form.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(form.getByRole('link', { name: 'Contact us' })).toBeVisible();
    },
    provoked: [/status of 403/],
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
      await expect(page.getByText('Your first find: welcome to the trail!')).toBeVisible();
      await expect(page.getByText('Confirm you’re at the card?')).toBeVisible();
    },
  },
  {
    name: 'scan-picture',
    who: 'fresh',
    path: '/dashboard',
    ready: async (page) => {
      await collect(page, 'TC-0000001');
      await expect(page.getByText('Your first find: welcome to the trail!')).toBeVisible();
      await page.getByRole('button', { name: 'Make a picture to share' }).click();
      await expect(page.getByRole('img', { name: /^A drawn map:/ })).toBeVisible();
    },
  },
  {
    name: 'scan-failed',
    who: 'newcomer',
    path: '/dashboard',
    ready: async (page) => {
      await collect(page, 'TC-9999990');
      await expect(page.getByRole('heading', { name: 'This scan didn’t count' })).toBeVisible();
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
  { name: 'referrals-newcomer', who: 'newcomer', path: '/dashboard/referrals', ready: heading('No one has joined yet') },
  {
    name: 'account-membership',
    who: 'basic',
    path: '/account?tab=membership',
    ready: async (page) => {
      await expect(page.getByText('Basic membership, one year')).toBeVisible();
      await expect(page.getByText(/^Visa ending in/)).toBeVisible();
    },
  },
  {
    name: 'account-change-card',
    who: 'basic',
    path: '/account?tab=membership',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Change card' }).click();
      await expect(page.getByRole('button', { name: 'Save this card' })).toBeVisible();
    },
  },
  {
    name: 'account-messages',
    who: 'basic',
    path: '/account?tab=messages',
    ready: (page) => expect(page.getByText('Answered')).toBeVisible(),
  },
  { name: 'account-preferences', who: 'premium', path: '/account?tab=preferences', ready: heading('Delete your account') },
  {
    name: 'delete-account',
    who: 'premium',
    path: '/account?tab=preferences',
    ready: async (page) => {
      await openPreference(page, 'Delete your account');
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
      await expect(page.getByText('Please enter a link that proves the card is yours')).toBeVisible();
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
      await expect(page.getByText('Saved. We’ll send it when you’re back online.').first()).toBeVisible();
    },
    provoked: offline,
  },
  { name: 'verify-email', who: 'newcomer', path: '/verify-email#token=x', ready: heading('Verify your email') },
  { name: 'confirm-email-change', who: 'visitor', path: '/confirm-email-change#token=x', ready: heading('Confirm your new email') },
  {
    name: 'account-new-email',
    who: 'basic',
    path: '/account',
    ready: async (page) => {
      await page.getByLabel('Email').fill(freshEmail());
      await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'account-email-waits',
    who: 'fresh',
    path: '/account',
    ready: async (page) => {
      const { email } = (await (await page.request.get('/api/user')).json()) as { email: string };
      const token = parseLinkToken(findLink(await findMail(page.request, email, /^Welcome/), '/verify-email'));
      await page.request.post('/api/verify-email', { data: { token } });
      await page.reload();
      await page.getByLabel('Email').fill(freshEmail());
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('Confirm your new email')).toBeVisible();
    },
  },
  { name: 'undo-email-change', who: 'visitor', path: '/undo-email-change#token=x', ready: heading('Undo your email change') },
  { name: 'secure-account', who: 'visitor', path: '/secure-account#token=x', ready: heading('Secure your account') },
  {
    name: 'remove-payout-address',
    who: 'visitor',
    path: '/remove-payout-address#token=x',
    ready: heading('Remove this PayPal address?'),
  },
  {
    name: 'unsubscribe',
    who: 'visitor',
    path: '/unsubscribe#token=7.thanks.x',
    ready: heading('Stop emails about thanks for your notes?'),
  },
  {
    name: 'verify-email-lost',
    who: 'visitor',
    path: '/verify-email#token=x',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Verify my email' }).click();
      await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    },
    provoked: [/status of 400/],
  },
  { name: 'test-auth', who: 'visitor', path: '/test-auth', ready: (page) => expect(page.getByText('Nobody is signed in.')).toBeVisible() },
  {
    name: 'test-auth-button',
    who: 'visitor',
    path: '/test-auth-button',
    ready: (page) => expect(page.getByRole('button', { name: 'Test Login' })).toBeVisible(),
  },
  { name: 'simple-test', who: 'visitor', path: '/simple-test', ready: (page) => expect(page.getByText('Server is running')).toBeVisible() },
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

async function socialButtons(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
}

function authenticationError(page: Page) {
  return page.getByRole('alert').filter({ hasText: 'Authentication Error' });
}

/** Returns the link from a password reset email that was sent to a new member. */
async function resetLink(page: Page): Promise<string> {
  const { user, api } = await newCaller();
  expect((await api.post('/api/forgot-password', { data: { email: user.email } })).ok()).toBe(true);
  return findLink(await findMail(page.request, user.email, /password/i), '/reset-password');
}

async function setPassword(page: Page, password: string, confirmed = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(confirmed);
  await page.getByRole('button', { name: 'Set new password' }).click();
}

/** Opens Find Cards with mocked cards nearby. */
async function findCards(page: Page): Promise<void> {
  const names = ['Old mill', 'Riverside Park, by the third bench upstream', 'Lookout above the parkway', 'Depot'];
  const states = ['no', 'yes', 'own', 'no'] as const;
  const cards = names.map((name, index) => ({
    id: 9_000_000 + index,
    cardId: states[index] === 'own' ? `TC-900000${index}` : null,
    name,
    latitude: 35.601 + index * 0.02,
    longitude: -82.56 + index * 0.01,
    visibility: index === 0 ? ('exact' as const) : index === 1 ? ('near' as const) : ('area' as const),
    found: states[index] ?? 'no',
    hint: 'Where the water runs under the road, behind the flat stone on the left.',
  }));
  await page.route('**/api/cards/near?*', (route) =>
    route.fulfill({ json: { cards, nextCursor: '1-2-3', isDayUsedUp: false } satisfies NearCards }),
  );
  await page.route('**/api/cards/in?*', (route) =>
    route.fulfill({ json: { cards: cards.map(({ hint: _, ...card }) => card), counts: [], isDayUsedUp: false } satisfies MapWindowCards }),
  );
  const details = {
    hint: 'Behind the third board',
    ownerName: 'hazel',
    ownerMedal: 'finds_100',
    placedOn: '2026-03-01',
    movedWeek: null,
    finds: 3,
    lastFoundWeek: '2026-11-16',
    checkedWeek: '2026-11-23',
  };
  await page.route('**/api/cards/*/details', (route) => route.fulfill({ json: details satisfies CardDetails }));
  await page.goto('/dashboard/find?near=35.6,-82.56');
  await expect(page.getByRole('button', { name: /^Depot.*(Not found yet|Found|Yours)$/ })).toBeVisible();
}

async function scanOffline(page: Page): Promise<void> {
  // Waits for the service worker, because the page cannot be opened offline before it is active.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await collect(page, 'TC-0000001');
  await expect(page.getByText('Saved. We’ll send it when you’re back online.').first()).toBeVisible();
}

async function collect(page: Page, cardId: string): Promise<void> {
  await page.getByRole('button', { name: 'Scan QR' }).click();
  await page.getByLabel('Or type the card ID').fill(cardId);
  await page.getByRole('button', { name: 'Collect' }).click();
}

const callers = new Map<Who, Promise<SignedInCaller>>();

async function lend(page: Page, who: Who): Promise<void> {
  if (who !== 'visitor') await addSession(page, await callerOf(who));
}

function callerOf(who: Exclude<Who, 'visitor'>): Promise<SignedInCaller> {
  if (who === 'fresh') return newCaller();
  const caller = callers.get(who) ?? firstCallerOf(who);
  callers.set(who, caller);
  return caller;
}

function firstCallerOf(who: Exclude<Who, 'visitor' | 'fresh'>): Promise<SignedInCaller> {
  if (who === 'newcomer') return newCaller();
  if (who === 'waiting') return newWaitingHolder();
  return who === 'holder' ? newHolder() : demoCaller(who);
}

const tagOf = tagScreens(['dashboard', 'card-active', 'certificates', 'home', 'find', 'checkout-membership']);

/** Members shared by several screens. The tests navigate between a member's screens without reopening the site. */
const regulars = ['basic', 'premium', 'newcomer', 'holder', 'waiting'] as const satisfies Who[];
const standing = regulars.flatMap((regular) =>
  screens.filter(({ who, path }) => who === regular && /^\/(dashboard|account|checkout)/.test(path)),
);

for (const screen of standing) {
  const { name, who, path, ready, provoked } = screen;
  test.describe(() => {
    test.use({ ...(provoked && { provoked }), isPageReused: true });

    test(name, { tag: tagOf(screen) }, async ({ page, show }) => {
      await show(who, path, () => lend(page, who));
      await ready(page);
      await checkScreen(page, name);
    });
  });
}

for (const screen of screens) {
  if (standing.includes(screen)) continue;
  const { name, who, path, ready, provoked = [] } = screen;
  // Uses a separate page because the service worker's cache would affect the next screen.
  const hasServiceWorker = provoked === offline;
  const testIt = hasServiceWorker ? ownPage : test;
  testIt.describe(() => {
    testIt.use({ provoked, hasServiceWorker });

    testIt(name, { tag: tagOf(screen) }, async ({ page }) => {
      await lend(page, who);
      await page.goto(path);
      await ready(page);
      await checkScreen(page, name);
    });
  });
}
