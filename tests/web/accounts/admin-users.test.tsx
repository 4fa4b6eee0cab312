/** @module-tag long */
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Timeline } from '#schema/accounts/admin-timeline.ts';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import type { AdminUser } from '#schema/accounts/admin-users.ts';
import { errorMessage } from '#schema/errors.ts';
import { eachVariant } from '#tests/support/variants.ts';
import { signInAsAdmin } from '#tests/web/support/admin-signed-in.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { UsersTab } from '#web/features/accounts/admin/UsersTab.tsx';
import { storeAdminToken } from '#web/lib/admin-token.ts';
import { dismissToast } from '#web/lib/react/toast.ts';

const row: AdminUser = {
  id: 7,
  email: 'fay@demo.test',
  username: 'fay',
  firstName: 'Fay',
  lastName: 'Finder',
  role: 'free',
  tokenBalance: 3,
  owedTokens: 0,
  createdAt: '2026-10-01T08:00:00.000Z',
  emailVerified: true,
  isLeaving: false,
  isSuspended: false,
};
const none = { rows: [], total: { count: 0, isMinimum: false } };
const details: AdminUserDetails = {
  profile: {
    ...member,
    version: 4,
    emailVerifiedAt: '2026-10-01T08:00:00.000Z',
    hasPassword: true,
    wantsOptionalMail: true,
    stripeCustomerId: null,
    deletionRequestedAt: null,
    suspendedAt: null,
    suspendedReason: null,
    isSuspendedBySuperAdmin: false,
    erasedAt: null,
  },
  bounce: null,
  referredBy: { id: 9, name: 'Rob Ranger', email: 'rob@demo.test' },
  membership: { tier: 'free', state: 'free', paidUntil: null, graceUntil: null, yearlyPrice: null, renewalAmount: null, dispute: null },
  subscriptions: [],
  payoutAddress: { email: 'fay@paypal.test', heldUntil: '2026-11-28T10:00:00.000Z' },
  ledger: {
    rows: [
      {
        id: 1,
        amount: 3,
        type: 'adjustment',
        relatedEntityType: null,
        relatedEntityId: null,
        description: 'A lost card',
        createdAt: row.createdAt,
      },
    ],
    total: { count: 100, isMinimum: true },
  },
  owed: none,
  keys: none,
  periods: none,
  cards: none,
  orders: none,
  payments: none,
  certificates: none,
  referrals: none,
  commissions: none,
  chests: none,
  claims: none,
  sessions: {
    rows: [{ id: 'abc', userAgent: 'Firefox', createdAt: row.createdAt, expiresAt: row.createdAt }],
    total: { count: 1, isMinimum: false },
  },
  providers: none,
};

const timeline: Timeline = {
  events: [
    {
      kind: 'audit',
      id: 'audit-2',
      at: row.createdAt,
      action: 'tokens.adjust',
      admin: 'Ada Admin',
      before: { tokenBalance: 0 },
      after: { tokenBalance: 3, amount: 3 },
      reason: 'A lost card',
    },
  ],
  nextCursor: null,
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
const changes = () => sent.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/admin/users'));

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/admin/dashboard');
  Element.prototype.scrollIntoView = () => {};
  answers = {
    'GET /api/admin/users': { json: [row], headers: { 'X-Total-Count': '1' } },
    'GET /api/admin/users/7': { json: details },
    'GET /api/admin/users/7/timeline': { json: timeline },
  };
  sent = fakeServer(answers);
});
afterEach(() => {
  act(dismissToast);
  vi.unstubAllGlobals();
});

async function open(role: 'admin' | 'super_admin' = 'super_admin') {
  await signInAsAdmin({ role });
  render(
    <PageFrame>
      <UsersTab />
    </PageFrame>,
  );
}
async function choose(label: string) {
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: label }));
}

eachVariant([
  [{}, 'Fay Finder'],
  [{ firstName: null }, 'fay'],
  [{ firstName: null, username: null, email: 'lonely@demo.test' }, 'lonely'],
])('a member with %j is shown as %s', async (more, name) => {
  answers['GET /api/admin/users'] = { json: [{ ...row, ...more }] };
  await open();
  expect(await screen.findByRole('rowheader', { name })).toBeTruthy();
});

test('shows free members with their own badge, and marks members who are leaving', { tags: 'long' }, async () => {
  answers['GET /api/admin/users'] = { json: [row, { ...row, id: 8, role: 'premium', isLeaving: true, firstName: 'Lea' }] };
  await open();
  const [free, premium] = [await screen.findByText('free'), screen.getByText('premium')];
  expect(free.className).not.toBe(premium.className);
  expect(screen.getByText('being deleted')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Lea Finder' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['View Details']);
});

test('the empty list, a search without matches and a failure have their own texts', { tags: 'long' }, async () => {
  answers['GET /api/admin/users'] = { json: [] };
  await open();
  expect(await screen.findByText('No users in the system yet')).toBeTruthy();
  answers['GET /api/admin/users?q=zz'] = { json: [] };
  await userEvent.type(screen.getByRole('searchbox'), 'zz');
  expect(await screen.findByText('No users found matching "zz"')).toBeTruthy();
  answers['GET /api/admin/users?q=zzz'] = refused('internal');
  await userEvent.type(screen.getByRole('searchbox'), 'z');
  expect(await screen.findByText(/Error loading users/)).toBeTruthy();
  answers['GET /api/admin/users?q=zzzz'] = { status: 502, statusText: 'Bad Gateway', text: '<h1>nginx</h1>' };
  await userEvent.type(screen.getByRole('searchbox'), 'z');
  expect(await screen.findByText('Error loading users: Error fetching users: Bad Gateway')).toBeTruthy();
});

test('without a session the list shows an error', { tags: 'long' }, async () => {
  await open();
  await screen.findByRole('table');
  storeAdminToken(null);
  await userEvent.type(screen.getByRole('searchbox'), 'zz');
  expect(await screen.findByText('Error loading users: No admin token found')).toBeTruthy();
});

test.each([
  ['super_admin', ['View Details', 'Edit User', 'Add Tokens', 'Upgrade Membership']],
  ['admin', ['View Details', 'Edit User']],
] as const)('%s sees the actions %j', async (role, offered) => {
  await open(role);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Fay Finder' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(offered);
});

test('the details are linked by the address and show the member’s data', async () => {
  await open();
  await choose('View Details');
  const dialog = within(await screen.findByRole('region', { name: 'Fay Finder' }));
  expect(location.search).toBe('?user=7');
  expect(dialog.getByRole('link', { name: 'Rob Ranger' }).getAttribute('href')).toBe('/admin/dashboard?tab=users&user=9');
  expect(dialog.getByRole('heading', { name: /Token ledger more than 100/ })).toBeTruthy();
  expect(dialog.getByRole('cell', { name: '+3' })).toBeTruthy();
  expect(dialog.getByText(/^PayPal address/).textContent).toMatch(/^PayPal address: fay@paypal\.test, new: on hold until .*28/);
  expect((await dialog.findByText(/Adjusted a member’s tokens/)).closest('li')?.textContent).toMatch(
    /Ada Admin.*A lost card.*tokenBalance: 0 3/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'All users' }));
  expect(location.search).toBe('');
  expect(await screen.findByRole('searchbox')).toBeTruthy();
});

test('a link to a section goes to it, and a refused certificate is shown with its reason, to plain administrators too', async () => {
  const certificate = {
    id: 5,
    number: 'VC-0001',
    type: 'regional',
    status: 'cancelled',
    review: 'refused' as const,
    tokensRedeemed: 60,
    createdAt: row.createdAt,
    validUntil: row.createdAt,
    cancelledAt: '2026-11-02T08:00:00.000Z',
    cancelledBy: 'ada@demo.test',
    cancelReason: 'One phone, five accounts',
  };
  answers['GET /api/admin/users/7'] = {
    json: { ...details, certificates: { rows: [certificate], total: { count: 1, isMinimum: false } } },
  };
  history.replaceState(null, '', '/admin/dashboard?user=7#certificates');
  await open('admin');
  const section = await screen.findByRole('region', { name: 'Certificates' });
  expect(within(section).getByRole('row', { name: /VC-0001/ }).textContent).toMatch(/refused.*by ada@demo\.test.*One phone, five accounts/);
  expect(document.activeElement?.textContent).toBe('Certificates');
  const before = history.length;
  await userEvent.click(screen.getByRole('link', { name: 'Money' }));
  expect([location.hash, document.activeElement?.textContent, history.length]).toEqual(['#money', 'Money', before]);
});

test('the timeline is filtered by the address, and a sent email is read and sent again', async () => {
  const mail = {
    kind: 'mail' as const,
    id: 'mail-31',
    at: row.createdAt,
    mail: 31,
    subject: 'We couldn’t accept your certificate',
    status: 'sent',
  };
  answers['GET /api/admin/users/7/timeline?show=mail'] = { json: { events: [mail], nextCursor: null } };
  answers['GET /api/admin/mails/31'] = {
    json: {
      id: 31,
      to: 'fay@demo.test',
      status: 'sent',
      createdAt: row.createdAt,
      sentAt: row.createdAt,
      content: {
        subject: mail.subject,
        heading: mail.subject,
        body: [
          { kind: 'quote', lines: ['One phone, five accounts'] },
          { kind: 'button', label: 'Contact us' },
        ],
        reason: 'because you have a Cache Cards account',
      },
      resendRefusal: null,
    },
  };
  answers['POST /api/admin/mails/31/resend'] = { json: { message: 'The email is sent to fay@demo.test again.' } };
  const page = await openDetails('admin');
  expect(await page.findByText(/only super administrators see what was changed/)).toBeTruthy();
  await userEvent.click(page.getByRole('button', { name: 'Emails' }));
  expect(new URLSearchParams(location.search).get('show')).toBe('mail');
  await userEvent.click(await page.findByRole('button', { name: mail.subject }));
  const dialog = within(await screen.findByRole('dialog', { name: mail.subject }));
  expect(await dialog.findByText('One phone, five accounts')).toBeTruthy();
  expect(dialog.queryByRole('link')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The email is sent to fay@demo.test again.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a super administrator corrects keys, sets a missing referrer and cancels a subscription, each with a reason', async () => {
  const paying = {
    ...details,
    referredBy: null,
    membership: { ...details.membership, tier: 'basic', state: 'active' },
  } as AdminUserDetails;
  answers['GET /api/admin/users/7'] = { json: paying };
  for (const path of ['keys', 'referrer', 'membership/cancel']) answers[`POST /api/admin/users/7/${path}`] = { json: details };
  const page = await openDetails();
  const fill = async (opener: string, title: string, fields: Record<string, string>, submit: string) => {
    answers['GET /api/admin/users/7'] = { json: paying };
    await userEvent.click(await page.findByRole('button', { name: opener }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    for (const [label, value] of Object.entries(fields)) await userEvent.type(await dialog.findByLabelText(label), value);
    await userEvent.click(dialog.getByRole('button', { name: submit }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await fill('Cancel subscription…', 'Cancel subscription', { Reason: 'They called' }, 'Cancel subscription');
  expect(changes().at(-1)).toMatchObject({ path: '/api/admin/users/7/membership/cancel', body: { reason: 'They called', version: 4 } });
  expect(page.queryByRole('button', { name: 'Cancel subscription…' })).toBeNull();
  expect(page.queryByRole('button', { name: 'Set referrer…' })).toBeNull();
  await fill('Correct keys…', 'Correct keys', { Keys: '2', Reason: 'A lost key' }, 'Correct keys');
  expect(changes().at(-1)?.body).toEqual({ keys: 'treasure', amount: 2, count: details.profile.treasureKeys, reason: 'A lost key' });
});

test('a missing referrer is set by email or code; a refusal is shown at the field', async () => {
  answers['GET /api/admin/users/7'] = { json: { ...details, referredBy: null } };
  answers['POST /api/admin/users/7/referrer'] = refused('referrer_not_found', { field: 'referrer' });
  const page = await openDetails();
  await userEvent.click(await page.findByRole('button', { name: 'Set referrer…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set referrer' }));
  await userEvent.type(await dialog.findByLabelText('Referrer'), 'ROB12345');
  await userEvent.type(dialog.getByLabelText('Reason'), 'Forgot the link');
  await userEvent.click(dialog.getByRole('button', { name: 'Set referrer' }));
  expect(await dialog.findByText(errorMessage('referrer_not_found'))).toBeTruthy();
  answers['POST /api/admin/users/7/referrer'] = { json: details };
  await userEvent.click(dialog.getByRole('button', { name: 'Set referrer' }));
  expect(await screen.findByText('Rob Ranger invited Fay Finder.')).toBeTruthy();
  expect(changes().at(-1)?.body).toEqual({ referrer: 'ROB12345', reason: 'Forgot the link', version: 4 });
});

test('an unknown member is reported', async () => {
  history.replaceState(null, '', '/admin/dashboard?user=12');
  answers['GET /api/admin/users/12'] = refused('member_not_found');
  await open();
  expect(await screen.findByText(errorMessage('member_not_found'))).toBeTruthy();
});

test('a token adjustment is sent with an idempotency key, which a retry repeats and another adjustment does not', async () => {
  answers['POST /api/admin/users/7/tokens'] = new TypeError('Failed to fetch');
  await open();
  await choose('Add Tokens');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Tokens' }));
  const tokens = await dialog.findByRole('textbox', { name: 'Tokens' });
  await userEvent.type(tokens, '5');
  expect(dialog.getByText('New balance: 8')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A lost card');
  const send = () => userEvent.click(dialog.getByRole('button', { name: /^Add / }));
  await send();
  expect(await dialog.findByText(/the tokens are added only once/)).toBeTruthy();
  expect(dialog.getByText('We don’t know whether this went through')).toBeTruthy();
  await send();
  await userEvent.type(tokens, '0');
  answers['POST /api/admin/users/7/tokens'] = { status: 201, json: { userId: 7, ...details.ledger.rows[0], amount: 50 } };
  await send();
  expect(await screen.findByText('Tokens added')).toBeTruthy();
  const keys = changes().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[1]);
  expect(changes()[2]?.body).toEqual({ amount: 50, reason: 'A lost card' });
});

test('tokens with a lost answer count once, even after reopening the dialog', { tags: 'long' }, async () => {
  const enter = async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Tokens' }));
    await userEvent.type(await dialog.findByRole('textbox', { name: 'Tokens' }), '5');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A cut line');
    await userEvent.click(dialog.getByRole('button', { name: /^Add / }));
    return dialog;
  };
  answers['POST /api/admin/users/7/tokens'] = new TypeError('Failed to fetch');
  await open();
  await choose('Add Tokens');
  const first = await enter();
  await first.findByText('We don’t know whether this went through');
  await userEvent.click(first.getByRole('button', { name: 'Cancel' }));
  answers['POST /api/admin/users/7/tokens'] = { status: 201, json: { userId: 7, ...details.ledger.rows[0], amount: 5 } };
  for (const _ of ['again', 'another one']) {
    await choose('Add Tokens');
    await enter();
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Tokens' })).toBeNull());
  }
  const keys = changes().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('the owed amount is shown, and can be forgiven with a reason', async () => {
  const owing = { ...details, profile: { ...details.profile, owedTokens: 4 } };
  const rows = [
    {
      id: 1,
      amount: 4,
      kind: 'reversal' as const,
      relatedEntityType: 'order',
      relatedEntityId: '17',
      createdAt: '2026-10-01T08:00:00.000Z',
    },
  ];
  answers['GET /api/admin/users/7'] = { json: { ...owing, owed: { rows, total: { count: 1, isMinimum: false } } } };
  await open();
  await choose('View Details');
  const dialog = within(await screen.findByRole('region', { name: 'Fay Finder' }));
  expect((await dialog.findByText('Owed tokens', { selector: 'dt' })).nextElementSibling?.textContent).toBe('4');
  expect(dialog.getByRole('row', { name: /\+4 Reversed after being spent order 17/ })).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Forgive Tokens' }));
  const form = within(await screen.findByRole('dialog', { name: 'Forgive Tokens' }));
  expect(await form.findByRole('textbox', { name: 'Tokens' })).toHaveProperty('value', '4');
  await userEvent.click(form.getByRole('button', { name: /^Forgive / }));
  expect(await form.findByText('Please enter a reason')).toBeTruthy();
  await userEvent.type(form.getByRole('textbox', { name: 'Reason' }), 'Our mistake');
  answers['POST /api/admin/users/7/owed-tokens/forgive'] = { json: details };
  await userEvent.click(form.getByRole('button', { name: /^Forgive / }));
  expect(await screen.findByText('4 Treasure Tokens forgiven')).toBeTruthy();
  expect(changes().at(-1)?.body).toEqual({ amount: 4, reason: 'Our mistake', owedTokens: 4 });
});

test('a balance that is too low is reported at the amount, and the input stays', { tags: 'long' }, async () => {
  answers['POST /api/admin/users/7/tokens'] = refused('balance_too_low', { field: 'amount', params: { balance: 3 } });
  await open();
  await choose('Add Tokens');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Tokens' }));
  const tokens = await dialog.findByRole('textbox', { name: 'Tokens' });
  await userEvent.type(tokens, '-9');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A mistake');
  await userEvent.click(dialog.getByRole('button', { name: /^Remove / }));
  expect(await dialog.findByText(errorMessage('balance_too_low', { balance: 3 }))).toBeTruthy();
  expect((tokens as HTMLInputElement).value).toBe('-9');
});

test('only edited fields are sent; after a conflict the editor keeps their input and sees what changed', async () => {
  answers['PATCH /api/admin/users/7'] = refused('changed_meanwhile');
  await open();
  await choose('Edit User');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  await userEvent.type(await dialog.findByRole('textbox', { name: /^City/ }), 'Boone');
  answers['GET /api/admin/users/7'] = { json: { ...details, profile: { ...details.profile, version: 5, lastName: 'Farfarer' } } };
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect(await dialog.findByText('Last name: Farfarer')).toBeTruthy();
  expect((dialog.getByRole('textbox', { name: /^City/ }) as HTMLInputElement).value).toBe('Boone');
  expect((dialog.getByRole('textbox', { name: 'Last name' }) as HTMLInputElement).value).toBe('Farfarer');
  answers['PATCH /api/admin/users/7'] = { json: details };
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('User updated')).toBeTruthy();
  expect(changes().map(({ body }) => body)).toEqual([
    { version: 4, city: 'Boone' },
    { version: 5, city: 'Boone' },
  ]);
});

test('a plain administrator sees the email and cannot change it', async () => {
  await open('admin');
  await choose('Edit User');
  const email = await screen.findByRole('textbox', { name: 'Email' });
  expect((email as HTMLInputElement).disabled).toBe(true);
});

test('a membership is granted with a reason, but not next to a paid one', async () => {
  answers['POST /api/admin/users/7/membership'] = {
    json: { ...details, membership: { ...details.membership, tier: 'premium', state: 'granted', paidUntil: '2027-11-21T12:00:00.000Z' } },
  };
  await open();
  await choose('Upgrade Membership');
  const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade Membership' }));
  await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Membership' }), 'premium');
  await userEvent.click(dialog.getByRole('button', { name: 'Grant membership' }));
  expect(await dialog.findByText('Please enter a reason')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Festival');
  await userEvent.click(dialog.getByRole('button', { name: 'Grant membership' }));
  expect(await screen.findByText('Membership granted')).toBeTruthy();
  expect(changes()[0]?.body).toEqual({ tier: 'premium', reason: 'Festival', version: 4 });

  answers['GET /api/admin/users/7'] = {
    json: { ...details, membership: { ...details.membership, tier: 'basic', state: 'active', paidUntil: '2027-11-21T12:00:00.000Z' } },
  };
  await choose('Upgrade Membership');
  expect(await screen.findByText('This member already pays for a membership')).toBeTruthy();
});

const suspendedProfile = { ...details.profile, version: 5, suspendedAt: '2026-11-21T12:00:00.000Z', suspendedReason: 'Too fast to walk' };

test('any administrator suspends from the details, with a reason; on a conflict the input stays', async () => {
  answers['POST /api/admin/users/7/suspension'] = refused('changed_meanwhile');
  history.replaceState(null, '', '/admin/dashboard?user=7');
  await open('admin');
  const memberPage = within(await screen.findByRole('region', { name: 'Fay Finder' }));
  await userEvent.click(await memberPage.findByRole('button', { name: 'Suspend…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend user' }));
  expect((await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('signed out everywhere'),
    expect.stringContaining('Bookings and certificate deadlines are paused. Payouts stop'),
    expect.stringContaining('Finds still pay the finder, but the owner earns nothing'),
    expect.stringContaining('membership keeps renewing'),
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await dialog.findByText('Please enter a reason')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Too fast to walk');
  answers['GET /api/admin/users/7'] = { json: { ...details, profile: { ...details.profile, version: 5 } } };
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await dialog.findByText('Couldn’t suspend the user')).toBeTruthy();
  answers['POST /api/admin/users/7/suspension'] = { json: { ...details, profile: suspendedProfile } };
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('Suspended', { selector: '.toast strong' })).toBeTruthy();
  expect(changes().map(({ body }) => body)).toEqual([
    { reason: 'Too fast to walk', version: 4 },
    { reason: 'Too fast to walk', version: 5 },
  ]);
  expect(await memberPage.findByText(/“Too fast to walk”/)).toBeTruthy();
});

test('a suspended member is marked, and can be reinstated from the details', async () => {
  answers['GET /api/admin/users'] = { json: [{ ...row, isSuspended: true }] };
  answers['GET /api/admin/users/7'] = { json: { ...details, profile: suspendedProfile } };
  answers['POST /api/admin/users/7/suspension/end'] = { json: details };
  await open('admin');
  expect(within(await screen.findByRole('table')).getByText('suspended')).toBeTruthy();
  await choose('View Details');
  const memberPage = within(await screen.findByRole('region', { name: 'Fay Finder' }));
  await userEvent.click(await memberPage.findByRole('button', { name: 'Reinstate…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reinstate user' }));
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'All is explained');
  await userEvent.click(dialog.getByRole('button', { name: 'Reinstate' }));
  expect(await screen.findByText('Fay Finder can sign in again.')).toBeTruthy();
  expect(changes().map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/users/7/suspension/end', { reason: 'All is explained', version: 5 }],
  ]);
});

test.each([
  ['super_admin', true],
  ['admin', false],
] as const)('a member suspended by a super administrator can be reinstated by a %s: %s', async (role, isOffered) => {
  answers['GET /api/admin/users/7'] = { json: { ...details, profile: { ...suspendedProfile, isSuspendedBySuperAdmin: true } } };
  const dialog = await openDetails(role);
  expect(await dialog.findByText(/only super administrators can reinstate them/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Reinstate…' }) !== null).toBe(isOffered);
});

test('a session is ended from the details', async () => {
  answers['DELETE /api/admin/users/7/sessions/abc'] = { json: { message: 'The session has ended.' } };
  history.replaceState(null, '', '/admin/dashboard?user=7');
  await open('admin');
  const dialog = within(await screen.findByRole('region', { name: 'Fay Finder' }));
  await userEvent.click(dialog.getByRole('button', { name: /^End the session/ }));
  expect(await screen.findByText('Session ended')).toBeTruthy();
});

async function openDetails(role: 'admin' | 'super_admin' = 'super_admin') {
  history.replaceState(null, '', '/admin/dashboard?user=7');
  await open(role);
  return within(await screen.findByRole('region', { name: 'Fay Finder' }));
}

test('notes are read and written in the details, and removed with permission after a confirmation', async () => {
  const note = {
    id: 3,
    text: 'Called about a card',
    by: 'ada@demo.test',
    createdAt: row.createdAt,
    removedAt: null,
    removedBy: null,
    mayRemove: true,
  };
  const removedNote = { ...note, id: 2, text: null, removedAt: row.createdAt, removedBy: 'bo@demo.test', mayRemove: false };
  answers['GET /api/admin/users/7/notes?limit=20'] = { json: { notes: [note, removedNote], nextCursor: null } };
  answers['POST /api/admin/users/7/notes'] = { status: 201, json: { ...note, id: 4 } };
  answers['DELETE /api/admin/users/7/notes/3'] = { json: { ...note, text: null } };
  const dialog = await openDetails('admin');
  expect((await dialog.findAllByRole('button', { name: /^Remove the note/ })).length).toBe(1);
  expect(dialog.getByText(/Removed by bo@demo\.test/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
  expect(await dialog.findByText('Please write a note')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Add a note'), 'Is patient');
  await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText('Note added')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: /^Remove the note/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove for good' }));
  expect(await screen.findByText('Note removed')).toBeTruthy();
  expect(changes().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/admin/users/7/notes', { text: 'Is patient' }],
    ['DELETE', '/api/admin/users/7/notes/3', undefined],
  ]);
});

test('the account opens as the member sees it in a new tab, after a reason is given', async () => {
  answers['POST /api/admin/users/7/view'] = { json: { token: 'a.b.c', expiresAt: row.createdAt } };
  const memberPage = await openDetails('admin');
  await userEvent.click(await memberPage.findByRole('button', { name: 'View as member…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'View as member' }));
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'They asked');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  const link = await dialog.findByRole('link', { name: 'Open Fay Finder’s account' });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    '/dashboard#viewing=a.b.c',
    '_blank',
    'noopener noreferrer',
  ]);
  expect(changes().map(({ body }) => body)).toEqual([{ reason: 'They asked' }]);
});

test('a super administrator deletes the account after a warning; a refusal keeps the input', async () => {
  const chest = { id: 1, month: '2026-10', chestLevel: 1, amount: 200, status: 'pending', paidAt: null } as const;
  answers['GET /api/admin/users/7'] = { json: { ...details, chests: { rows: [chest], total: { count: 1, isMinimum: false } } } };
  answers['POST /api/admin/users/7/deletion'] = refused('email_not_members', { field: 'email' });
  const memberPage = await openDetails();
  await userEvent.click(await memberPage.findByRole('button', { name: 'Delete account…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete account' }));
  expect((await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('signed out everywhere'),
    expect.stringContaining('3 Treasure Tokens'),
    expect.stringContaining('$2.00 in unpaid earnings'),
  ]);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Message #31');
  await userEvent.type(dialog.getByLabelText('Member’s email'), 'fay@demo.tes');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(await dialog.findByText(errorMessage('email_not_members'))).toBeTruthy();
  answers['POST /api/admin/users/7/deletion'] = {
    json: { ...details, profile: { ...details.profile, deletionRequestedAt: row.createdAt } },
  };
  await userEvent.type(dialog.getByLabelText('Member’s email'), 't');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  expect(await screen.findByText('Deletion started', { selector: '.toast strong' })).toBeTruthy();
  expect(changes().at(-1)?.body).toEqual({ reason: 'Message #31', email: 'fay@demo.test', version: 4 });
  expect(await memberPage.findByText('This account is being deleted')).toBeTruthy();
});

test('a plain administrator cannot delete the account', async () => {
  const memberPage = await openDetails('admin');
  expect(await memberPage.findByRole('button', { name: 'View as member…' })).toBeTruthy();
  expect(memberPage.queryByRole('button', { name: 'Delete account…' })).toBeNull();
});
