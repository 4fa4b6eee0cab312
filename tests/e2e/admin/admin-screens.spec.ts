/**
 * Every screen of the admin area at both window sizes and in both color schemes: no axe-core violations, no console messages, nothing cut
 * off.
 */
import type { Page } from '@playwright/test';
import type { AdminStayDetails } from '#schema/stays/admin-stays.ts';
import { suspend } from '#tests/support/accounts/suspend.ts';
import { addAdminToken, adminCaller, choose } from '#tests/support/admin/admin.ts';
import { newCaller } from '#tests/support/browser/callers.ts';
import { expect } from '#tests/support/browser/quiet-console.ts';
import { checkScreen, tagScreens } from '#tests/support/browser/screens.ts';
import { test } from '#tests/support/browser/shared-page.ts';

interface Screen {
  name: string;
  path: string;
  /** Waits until the screen has loaded completely. */
  ready: (page: Page) => Promise<unknown>;
}

const rowsOf = (page: Page) => page.getByRole('tabpanel').getByRole('row');
const heading = (name: string | RegExp) => (page: Page) => expect(page.getByRole('heading', { name }).first()).toBeVisible();
/** Describes the screen of an admin tab, which shows rows or an empty-list message. */
const tab = (id: string, ready: Screen['ready']): Screen => ({ name: `tab-${id}`, path: `/admin/dashboard?tab=${id}`, ready });
const someRow = (page: Page) => expect(rowsOf(page).nth(1)).toBeVisible();

/** Describes the screen of a dialog opened from the first row's menu. */
const dialog = (name: string, id: string, label: string): Screen => ({
  name,
  path: `/admin/dashboard?tab=${id}`,
  ready: async (page) => {
    const row = rowsOf(page).filter({ has: page.getByRole('button', { name: /^Actions for/ }) });
    await choose(row.first(), label);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByRole('dialog').getByText('Loading')).toHaveCount(0);
  },
});

async function openMember(page: Page) {
  const row = rowsOf(page).filter({ has: page.getByRole('button', { name: /^Actions for/ }) });
  await choose(row.first(), 'View Details');
  await expect(page.getByRole('heading', { name: 'Certificates', level: 3 })).toBeVisible();
}

const waitingStay: AdminStayDetails = {
  id: 7,
  number: 'VC-DEMA-0007',
  type: 'global',
  user: { id: 3, email: 'fay@example.test', name: 'Fay Finder' },
  stage: 'wished',
  toDo: 'offer',
  dueBy: '2026-12-05T10:00:00.000Z',
  place: null,
  arrival: null,
  departure: null,
  reference: null,
  costCents: null,
  providerError: 'The travel provider has no stay that fits these preferences.',
  status: 'activated',
  validUntil: '2027-11-21T10:00:00.000Z',
  traveler: { fullName: 'Fay Finder', birthDate: '1990-05-17', email: 'fay@example.test', phone: '+1 828 555 0100' },
  isOtherPerson: false,
  isRecovered: false,
  wishes: [
    { destinationId: 'lisbon', month: '2027-03', arrival: null, travelers: 2 },
    { destinationId: null, month: null, arrival: '2027-05-02', travelers: 4 },
  ],
  offers: [
    {
      id: 1,
      destinationId: null,
      place: 'Hotel Miradouro, Lisbon',
      address: 'Rua da Graça 1, Lisbon',
      latitude: null,
      longitude: null,
      arrival: '2027-03-01',
      departure: '2027-03-07',
      room: 'Double room with breakfast',
      costs: [{ name: 'Tourist tax', chargedBy: 'the hotel', when: 'at check-in', cents: 2_400 }],
      cancellation: 'Free until 14 days before arrival.',
      checkIn: 'From 3 pm at the reception.',
      contact: '+351 21 555 0100',
      status: 'declined',
      expiresAt: '2026-11-28T10:00:00.000Z',
      costCents: 38_000,
      createdAt: '2026-11-21T10:00:00.000Z',
      createdBy: 'ada@example.test',
    },
  ],
  destinations: [{ id: 'lisbon', name: 'Lisbon', country: 'Portugal' }],
  declinedOffers: 1,
  tookPlace: null,
  comment: null,
  complaintSettledAt: null,
  noShowAt: null,
  canRecordNoShow: false,
  version: 4,
};

const screens: Screen[] = [
  tab('overview', (page) => expect(page.getByRole('slider', { name: /Tokens/ })).toBeVisible()),
  tab('numbers', async (page) => {
    await page.getByRole('button', { name: 'About Churn' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  }),
  tab('users', someRow),
  tab('cards', someRow),
  tab('tokens', someRow),
  tab('claims', someRow),
  tab('payouts', someRow),
  tab('orders', someRow),
  {
    name: 'orders-prints',
    path: '/admin/dashboard?tab=orders&view=prints',
    ready: (page) => expect(page.getByText(/No print has failed|printer/)).toBeVisible(),
  },
  { name: 'memberships', path: '/admin/dashboard?tab=orders&view=memberships', ready: someRow },
  tab('reviews', someRow),
  tab('certificates', (page) => expect(page.getByRole('tabpanel').getByRole('searchbox').first()).toBeVisible()),
  tab('stays', (page) => expect(page.getByRole('tabpanel').getByRole('searchbox').first()).toBeVisible()),
  tab('messages', (page) => expect(page.getByRole('tabpanel').getByRole('searchbox').first()).toBeVisible()),
  tab('audit', (page) => expect(page.getByRole('tabpanel').getByRole('searchbox').first()).toBeVisible()),
  tab('system', heading('Jobs')),
  { name: 'system-mails', path: '/admin/dashboard?tab=system&view=mails', ready: someRow },
  { name: 'system-events', path: '/admin/dashboard?tab=system&view=events', ready: heading('Payment events') },
  { name: 'system-setup', path: '/admin/dashboard?tab=system&view=setup', ready: heading('Setup') },
  {
    name: 'charts',
    path: '/admin/dashboard?tab=overview',
    ready: async (page) => {
      await page.getByRole('button', { name: '90 days' }).click();
      await page.getByRole('slider', { name: /Tokens/ }).focus();
      await expect(page.locator('.plot-tip').first()).toBeVisible();
    },
  },
  {
    name: 'charts-as-table',
    path: '/admin/dashboard?tab=overview',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Show as table' }).click();
      await page.getByRole('button', { name: 'Custom' }).click();
      await expect(page.getByRole('row', { name: /Total/ })).toBeVisible();
    },
  },
  {
    name: 'search',
    path: '/admin/dashboard?tab=overview',
    ready: async (page) => {
      await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible();
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('4');
      await expect(page.getByRole('option', { name: /^Order 4/ })).toBeVisible();
    },
  },
  {
    name: 'nothing-found',
    path: '/admin/dashboard?tab=users&q=nobody-at-all',
    ready: (page) => expect(page.getByText('No users found matching').first()).toBeVisible(),
  },
  { name: 'member', path: '/admin/dashboard?tab=users', ready: openMember },
  {
    name: 'member-email',
    path: '/admin/dashboard?tab=users&q=premium%40demo.test',
    ready: async (page) => {
      await openMember(page);
      await page.getByRole('button', { name: 'Emails', exact: true }).click();
      await page.getByRole('list', { name: 'Events' }).getByRole('button').first().click();
      await expect(page.getByRole('dialog').getByText('Links and codes are hidden.')).toBeVisible();
    },
  },
  {
    name: 'user-keys',
    path: '/admin/dashboard?tab=users',
    ready: async (page) => {
      await openMember(page);
      await page.getByRole('button', { name: 'Correct keys…' }).click();
      await expect(page.getByRole('dialog', { name: 'Correct keys' }).getByLabel('Reason')).toBeVisible();
    },
  },
  dialog('user-edit', 'users', 'Edit User'),
  dialog('user-tokens', 'users', 'Add Tokens'),
  dialog('user-membership', 'users', 'Upgrade Membership'),
  {
    name: 'user-suspend',
    path: '/admin/dashboard?tab=users',
    ready: async (page) => {
      await openMember(page);
      await page.getByRole('button', { name: 'Suspend…' }).click();
      await expect(page.getByRole('dialog', { name: 'Suspend user' }).getByLabel('Reason')).toBeVisible();
    },
  },
  {
    name: 'user-notes',
    path: '/admin/dashboard?tab=users',
    ready: async (page) => {
      await openMember(page);
      await page.getByLabel('Add a note').fill('Called about a lost card.');
      await page.getByRole('button', { name: 'Add note' }).click();
      await expect(page.getByRole('list', { name: 'Notes' }).getByText('Called about a lost card.').first()).toBeVisible();
    },
  },
  {
    name: 'user-delete',
    path: '/admin/dashboard?tab=users',
    ready: async (page) => {
      await openMember(page);
      await page.getByRole('button', { name: 'Delete account…' }).click();
      await expect(page.getByLabel('Member’s email')).toBeVisible();
    },
  },
  {
    name: 'user-suspended',
    path: '/admin/dashboard?tab=users&state=suspended',
    ready: async (page) => {
      await suspendSomebody(page);
      await openMember(page);
      await expect(page.getByRole('main').getByText('How was that?').first()).toBeVisible();
    },
  },
  {
    name: 'users-suspended',
    path: '/admin/dashboard?tab=users&state=suspended',
    ready: suspendSomebody,
  },
  {
    name: 'user-reinstate',
    path: '/admin/dashboard?tab=users&state=suspended',
    ready: async (page) => {
      await suspendSomebody(page);
      await openMember(page);
      await page.getByRole('button', { name: 'Reinstate…' }).click();
      await expect(page.getByRole('dialog', { name: 'Reinstate user' }).getByLabel('Reason')).toBeVisible();
    },
  },
  dialog('card-details', 'cards', 'View Details'),
  dialog('card-edit', 'cards', 'Edit Card'),
  dialog('card-status', 'cards', 'Change Status'),
  dialog('claim', 'claims', 'View'),
  dialog('order', 'orders', 'View Details'),
  dialog('certificate', 'certificates', 'View details'),
  { name: 'review', path: '/admin/dashboard?tab=reviews&q=VC-DEMA-0002', ready: (page) => openCase(page, 'VC-DEMA-0002') },
  { name: 'review-doubtful', path: '/admin/dashboard?tab=reviews&q=VC-DEMA-0007', ready: (page) => openCase(page, 'VC-DEMA-0007') },
  {
    name: 'review-group',
    path: '/admin/dashboard?tab=reviews&q=VC-DEMA-0002',
    ready: async (page) => {
      await openCase(page, 'VC-DEMA-0002');
      await page.getByRole('button', { name: 'Take back…' }).click();
      await expect(page.getByRole('heading', { name: 'Effects' })).toBeVisible();
    },
  },
  {
    name: 'reviews-decided',
    path: '/admin/dashboard?tab=reviews&view=decided',
    ready: (page) => expect(page.getByText(/No group decisions yet|In effect|Undone/).first()).toBeVisible(),
  },
  {
    name: 'reviews-second-looks',
    path: '/admin/dashboard?tab=reviews&view=second-looks',
    ready: (page) => expect(page.getByText('No second looks waiting')).toBeVisible(),
  },
  {
    name: 'stay-offer',
    path: '/admin/dashboard?tab=stays&stay=7',
    ready: async (page) => {
      await page.route('**/api/admin/stays/7', (route) => route.fulfill({ json: waitingStay }));
      await page.route('**/api/admin/stays/places', (route) => route.fulfill({ json: [] }));
      await page.reload();
      await page.getByRole('button', { name: 'Enter an offer…' }).click();
      await expect(page.getByRole('form', { name: 'Offer' })).toBeVisible();
    },
  },
  dialog('review-question', 'reviews', 'Ask the member'),
  dialog('review-refusal', 'reviews', 'Refuse'),
  {
    name: 'message',
    path: '/admin/dashboard?tab=messages&state=all',
    ready: async (page) => {
      await page.locator('.inbox-rows button').first().click();
      await expect(page.getByLabel('Your answer')).toBeVisible();
      await page.getByText('Saved replies').click();
      await page.getByRole('menuitem', { name: /^Card is missing/ }).click();
      await expect(page.getByLabel('Your answer')).not.toHaveValue('');
    },
  },
  {
    name: 'saved-replies',
    path: '/admin/dashboard?tab=messages&state=all',
    ready: async (page) => {
      await page.locator('.inbox-rows button').first().click();
      await page.getByText('Saved replies').click();
      await page.getByRole('menuitem', { name: 'Manage saved replies…' }).click();
      await expect(page.getByRole('dialog', { name: 'Saved replies' })).toBeVisible();
    },
  },
  { name: 'messages-table', path: '/admin/dashboard?tab=messages&view=table', ready: someRow },
  dialog('audit-entry', 'audit', 'View details'),
  { name: 'test-qr', path: '/admin/test-qr', ready: heading(/Test QR Codes/) },
  { name: 'test-card-api', path: '/admin/test-card-api', ready: heading(/Test Card API/) },
  {
    name: 'own-password',
    path: '/admin/account',
    ready: async (page) => {
      // Mocks production's response for an administrator who has not chosen their own password.
      await page.route('**/api/admin/me', async (route) => {
        await route.fulfill({ json: { ...(await (await route.fetch()).json()), mustSetPassword: true } });
      });
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Set your own password' })).toBeVisible();
    },
  },
  {
    name: 'second-factor',
    path: '/admin/account',
    ready: async (page) => {
      // Simulates the response for an administrator who has a second factor but has not used it yet.
      await page.route('**/api/admin/me', async (route) => {
        await route.fulfill({ json: { ...(await (await route.fetch()).json()), secondFactor: 'required' } });
      });
      const createdAt = '2026-11-23T10:00:00.000Z';
      const factors = { passkeys: [{ id: 1, name: 'Laptop', createdAt, lastUsedAt: null }], app: { createdAt }, recoveryCodesLeft: 9 };
      await page.route('**/api/admin/factors', (route) => route.fulfill({ json: factors }));
      await page.reload();
      await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
    },
  },
  {
    name: 'second-factor-app',
    path: '/admin/account',
    ready: async (page) => {
      // Reloads to clear responses cached by earlier screens.
      await page.reload();
      await page.getByRole('button', { name: 'Set up an app' }).click();
      await expect(page.getByRole('img', { name: 'QR code for the app' })).toBeVisible();
    },
  },
  { name: 'reset-password', path: '/admin/reset-password#token=x', ready: heading('Set a new password') },
  { name: 'reset-password-lost', path: '/admin/reset-password', ready: heading('This link does not work') },
  { name: 'account', path: '/admin/account', ready: (page) => expect(page.getByRole('button', { name: 'Update profile' })).toBeVisible() },
];

async function suspendSomebody(page: Page): Promise<void> {
  const { user } = await newCaller();
  await suspend(user.id, 'Sixty cards within a minute, on two continents. How was that?');
  await page.reload();
  await expect(page.getByRole('tabpanel').getByText('suspended', { exact: true }).first()).toBeVisible();
}

/** Opens a case from the demo data on the review screen. */
async function openCase(page: Page, number: string): Promise<void> {
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { name: `Case ${number}` })).toBeVisible();
  await expect(page.getByText('Loading')).toHaveCount(0);
}

/** All screens share one session because each sign-in hashes a password, which is slow. */
let token: Promise<string> | undefined;

test('login', { tag: '@long' }, async ({ page }) => {
  await page.goto('/admin/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await checkScreen(page, 'admin-login');
});

test.describe(() => {
  test.use({ isPageReused: true });

  const tagOf = tagScreens(['tab-overview', 'tab-users']);
  for (const screen of screens) {
    const { name, path, ready } = screen;
    test(name, { tag: tagOf(screen) }, async ({ page, show }) => {
      await show('administrator', path, async () => {
        token ??= adminCaller().then((caller) => caller.token);
        await addAdminToken(page, await token);
      });
      await ready(page);
      await checkScreen(page, `admin-${name}`);
    });
  }
});
