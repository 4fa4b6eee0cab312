/** Ways for members to end an intruder's access. Product rules: Securing an account. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Preferences } from '#schema/accounts/my-data.ts';
import type { PasswordChange } from '#schema/accounts/password-change.ts';
import type { Session } from '#schema/accounts/session.ts';
import type { PushTopic } from '#schema/messages/notifications.ts';
import type { PayoutAddress } from '#schema/payouts/payout-address.ts';
import { freshSignInSeconds, recentAccessSeconds, secondsPerDay, secureAccountLinkTtlSeconds, signOutsPerMember } from '#schema/rules.ts';
import { signInAs, stranger } from '#tests/worker/support/accounts/identities.ts';
import { linkIn, mailsTo } from '#tests/worker/support/accounts/mailed-links.ts';
import { addPasskey, signInWithPasskey } from '#tests/worker/support/accounts/passkeys.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import {
  advanceClock,
  Client,
  change,
  expectError,
  newMember,
  row,
  sessionCookie,
  setClock,
  type TestMember,
} from '#tests/worker/support/client.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { sha256 } from '#worker/security/random.ts';
import { unsubscribeToken } from '#worker/security/unsubscribe.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => void vi.useRealTimers());

const visitor = () => new Client();
const post = (path: string, token: string, more = {}) => visitor().post(`/api/${path}`, { token, ...more });

async function verifiedMember(): Promise<TestMember> {
  const member = await newMember();
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
  return member;
}

async function resetPassword(email: string, newPassword = 'owners-new-1') {
  expect((await visitor().post('/api/forgot-password', { email })).status).toBe(200);
  return post('reset-password', await linkIn(email, 'reset_password'), { newPassword });
}

/** Signs in as a thief who knows the password, and sets up every kind of lasting access to the account. */
async function intruderOn(member: TestMember) {
  const client = visitor();
  expect((await client.post('/api/login', { email: member.email, password: member.password })).status).toBe(200);
  const { authenticator } = await addPasskey({ client }, undefined, { name: 'Thief’s laptop' });
  const payPal = `thief-${member.id}@paypal.test`;
  expect((await client.put('/api/payout-address', { email: payPal })).status).toBe(200);
  const newEmail = `thief-${member.id}@example.test`;
  expect((await client.patch('/api/user', { email: newEmail })).status).toBe(200);
  return {
    client,
    authenticator,
    payPal,
    newEmail,
    payoutLink: await linkIn(payPal, 'confirm_payout_address'),
    emailLink: await linkIn(newEmail, 'confirm_email_change'),
  };
}
type Intruder = Awaited<ReturnType<typeof intruderOn>>;

async function expectNoPendingChange({ payoutLink, emailLink }: Intruder, { id, email }: TestMember) {
  expectError(await post('confirm-payout-address', payoutLink), 400, 'link_used');
  expectError(await post('confirm-email-change', emailLink), 400, 'link_used');
  expect(await row('SELECT email FROM users WHERE id = ?', id)).toEqual({ email });
}
const payoutAddressOf = (id: number) => row<{ email: string | null }>('SELECT email FROM payout_addresses WHERE user_id = ?', id);
const canUsePasskey = async ({ authenticator }: Pick<Intruder, 'authenticator'>) => (await signInWithPasskey(authenticator)).status === 200;
const isSignedIn = async (client: Client) => (await client.get('/api/user')).status === 200;
const kvKey = async (client: Client) => `session:${await sha256(client.cookies.get(sessionCookie) ?? '')}`;

const move = async ({ client, password }: TestMember, from: string, to: string) => {
  expect((await client.patch('/api/user', { email: to, currentPassword: password })).status).toBe(200);
  expect((await post('confirm-email-change', await linkIn(to, 'confirm_email_change'))).status).toBe(200);
  return linkIn(from, 'email_change_requested');
};

/** Changes the email to a thief's and, six days later, back. Returns the links that undo these changes. */
async function movedAwayAndBack(owner: TestMember) {
  const thief = `thief-${owner.id}@example.test`;
  const ownersUndo = await move(owner, owner.email, thief);
  advanceClock(6 * secondsPerDay);
  return { ownersUndo, thiefsUndo: await move(owner, thief, owner.email) };
}

test.each([
  ['reset by email', (owner: TestMember) => resetPassword(owner.email)],
  [
    'link that secures the account',
    async (owner: TestMember) => {
      await owner.client.put('/api/payout-address', { email: 'planted@paypal.test', currentPassword: owner.password });
      return post('secure-account', await linkIn(owner.email, 'payout_address_requested'));
    },
  ],
  [
    'link that cancels an email change',
    async (owner: TestMember) => {
      await owner.client.patch('/api/user', { email: 'next@example.test', currentPassword: owner.password });
      return post('undo-email-change', await linkIn(owner.email, 'email_change_requested'));
    },
  ],
  [
    'link that undoes an email change',
    async (owner: TestMember) => post('undo-email-change', await move(owner, owner.email, `again-${owner.id}@example.test`)),
  ],
])('a %s ends the links of a mailbox that took the account, even after the owner’s own undo link expired', async (_, recover) => {
  const owner = await verifiedMember();
  const { thiefsUndo } = await movedAwayAndBack(owner);
  advanceClock(2 * secondsPerDay);
  expect((await recover(owner)).status).toBe(200);
  expectError(await post('undo-email-change', thiefsUndo), 400, 'link_used');
});

describe('a password reset by email', () => {
  test('ends an intruder’s session, passkey and pending changes', async () => {
    const member = await verifiedMember();
    const intruder = await intruderOn(member);
    const key = await kvKey(intruder.client);
    expect((await resetPassword(member.email)).status).toBe(200);
    expect([await isSignedIn(intruder.client), await canUsePasskey(intruder)]).toEqual([false, false]);
    expect(await env.SESSIONS.get(key)).toBeNull();
    await expectNoPendingChange(intruder, member);
    expect((await visitor().post('/api/login', { email: member.email, password: 'owners-new-1' })).status).toBe(200);
  });

  test('removes a PayPal address confirmed in the last 30 days, and keeps an older one', async () => {
    for (const [age, isKept] of [
      [recentAccessSeconds, false],
      [recentAccessSeconds + 1, true],
    ] as const) {
      const member = await verifiedMember();
      const { payPal, payoutLink } = await intruderOn(member);
      expect((await post('confirm-payout-address', payoutLink)).status).toBe(200);
      advanceClock(age);
      expect((await resetPassword(member.email)).status).toBe(200);
      expect(await payoutAddressOf(member.id)).toEqual({ email: isKept ? payPal : null });
    }
  });

  test('keeps a provider that has verified the same email, and removes others', async () => {
    const google = stranger();
    const { answer } = await signInAs(google);
    const { id } = answer.body.user;
    await change(
      `INSERT INTO user_auth_providers (user_id, provider, provider_id, email_key, created_at, last_used_at)
       VALUES (?1, 'facebook', 'thief', 'thief@example.test', 1, 1), (?1, 'apple', 'unverified', NULL, 1, 1)`,
      id,
    );
    advanceClock(60);
    expect((await resetPassword(google.email)).status).toBe(200);
    expect(await row('SELECT group_concat(provider) AS names FROM user_auth_providers WHERE user_id = ?', id)).toEqual({ names: 'google' });
    expect(await row('SELECT oauth_provider AS name, firebase_uid AS uid FROM users WHERE id = ?', id)).toEqual({
      name: 'google',
      uid: null,
    });
    advanceClock(60);
    expect((await signInAs(google)).answer.body.user.id).toBe(id);
  });

  test('lists the removed items and the remaining providers in its email', async () => {
    const member = await verifiedMember();
    const intruder = await intruderOn(member);
    await change(
      `INSERT INTO user_auth_providers (user_id, provider, provider_id, email_key, created_at, last_used_at)
       VALUES (?1, 'facebook', 'listed', NULL, 1, 1), (?1, 'google', 'kept', ?2, 1, 1)`,
      member.id,
      member.email,
    );
    await change(
      'INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (?, ?, ?)',
      member.id,
      'mine@paypal.test',
      Date.now() / 1_000,
    );
    expect((await resetPassword(member.email)).status).toBe(200);
    const mail = (await mailsTo(member.email)).findLast(({ template }) => template === 'password_changed');
    expect(JSON.parse(mail?.payload.removed ?? '')).toEqual([
      { kind: 'sessions', name: 2 },
      { kind: 'passkey', name: 'Thief’s laptop' },
      { kind: 'provider', name: 'facebook' },
      { kind: 'payout_address', name: 'mine@paypal.test' },
      { kind: 'change_email', name: intruder.newEmail },
      { kind: 'confirm_payout_address', name: intruder.payPal },
    ]);
    expect(JSON.parse(mail?.payload.kept ?? '')).toEqual([{ kind: 'provider', name: 'google' }]);
  });

  test('ends an undo link of the thief’s mailbox, if the owner’s own undo link would have ended it', async () => {
    const owner = await verifiedMember();
    const { ownersUndo, thiefsUndo } = await movedAwayAndBack(owner);
    expect((await resetPassword(owner.email)).status).toBe(200);
    expectError(await post('undo-email-change', thiefsUndo), 400, 'link_used');
    expectError(await post('undo-email-change', ownersUndo), 400, 'link_used');
    expect(await row('SELECT email FROM users WHERE id = ?', owner.id)).toEqual({ email: owner.email });
  });

  test('at a thief’s mailbox leaves the owner’s undo link valid', async () => {
    const owner = await verifiedMember();
    const { emailLink, newEmail } = await intruderOn(owner);
    const undo = await linkIn(owner.email, 'email_change_requested');
    expect((await post('confirm-email-change', emailLink)).status).toBe(200);
    expect((await resetPassword(newEmail)).status).toBe(200);
    expect((await post('undo-email-change', undo)).status).toBe(200);
    expect((await resetPassword(owner.email)).status).toBe(200);
  });
});

describe('a password change while signed in', () => {
  const changePassword = ({ client, password }: TestMember) =>
    client.post<PasswordChange>('/api/change-password', { currentPassword: password, newPassword: 'changed-one-1' });

  test('ends other sessions and pending changes, and shows recent passkeys and providers to keep or remove', async () => {
    const member = await verifiedMember();
    const { answer } = await addPasskey(member, undefined, { name: 'Old phone' });
    await change('UPDATE member_passkeys SET created_at = 1 WHERE id = ?', answer.body.id);
    const facebook = stranger({ provider: 'facebook', email: member.email });
    await signInAs(facebook);
    const intruder = await intruderOn(member);
    const { status, body } = await changePassword(member);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.recent).toEqual({
      passkeys: [{ id: expect.any(Number), name: 'Thief’s laptop', createdAt: '2026-11-21T10:01:00.000Z', lastUsedAt: null }],
      providers: [{ provider: 'facebook', createdAt: '2026-11-21T10:01:00.000Z' }],
    });
    expect([await isSignedIn(intruder.client), await isSignedIn(member.client)]).toEqual([false, true]);
    await expectNoPendingChange(intruder, member);
    expect(await canUsePasskey(intruder)).toBe(true);
    expect((await member.client.call('DELETE', `/api/passkeys/${body.recent.passkeys[0]?.id}`)).status).toBe(200);
    expect((await member.client.call('DELETE', '/api/sign-in-providers/facebook')).status).toBe(200);
    expect(await canUsePasskey(intruder)).toBe(false);
    expect(await row('SELECT count(*) AS n FROM user_auth_providers WHERE user_id = ?', member.id)).toEqual({ n: 0 });
    expect(await row('SELECT oauth_provider AS name FROM users WHERE id = ?', member.id)).toEqual({ name: null });
    expectError(await member.client.call('DELETE', '/api/sign-in-providers/facebook'), 404, 'provider_not_linked');
    const alerts = (await mailsTo(member.email)).filter(({ template }) => template === 'sign_in_removed');
    expect(alerts.map(({ payload }) => payload.passkey ?? payload.provider)).toEqual(['Thief’s laptop', 'Facebook']);
    expect((await post('secure-account', await linkIn(member.email, 'sign_in_removed'))).status).toBe(200);
  });

  test('by a session that has ended changes nothing', async () => {
    const member = await verifiedMember();
    const thief = visitor();
    await thief.post('/api/login', { email: member.email, password: member.password });
    const [ended, changed] = await Promise.all([
      member.client.post('/api/sign-out-everywhere'),
      thief.post('/api/change-password', { currentPassword: member.password, newPassword: 'thiefs-one-1' }),
    ]);
    expect([ended.status, changed.status].filter((status) => status === 200)).toHaveLength(1);
  });

  test('leaves the links that warn the owner valid', async () => {
    const member = await verifiedMember();
    const intruder = await intruderOn(member);
    await post('confirm-payout-address', intruder.payoutLink);
    const [secure, remove] = [await linkIn(member.email, 'passkey_added'), await linkIn(member.email, 'payout_address_added')];
    const asThief = { ...member, client: intruder.client };
    expect((await changePassword(asThief)).status).toBe(200);
    expect((await intruder.client.post('/api/sign-out-everywhere')).status).toBe(200);
    expect((await post('remove-payout-address', remove)).status).toBe(200);
    expect((await post('secure-account', secure)).status).toBe(200);
  });
});

type SignOut = (member: Pick<TestMember, 'client'>, choice?: string, body?: { currentPassword: string }) => ReturnType<Client['call']>;
const signOuts: [string, SignOut][] = [
  ['signing out everywhere', ({ client }, choice = '', body) => client.post(`/api/sign-out-everywhere${choice}`, body)],
  ['ending all other devices', ({ client }, choice = '', body) => client.call('DELETE', `/api/sessions${choice}`, body)],
  [
    'ending one device of the list',
    async ({ client }, choice = '', body) => {
      const other = (await client.get<Session[]>('/api/sessions')).body.find(({ isCurrent }) => !isCurrent);
      return client.call('DELETE', `/api/sessions/${other?.id}${choice}`, body);
    },
  ],
];

describe.each(signOuts)('%s', (_, end) => {
  test('ends an intruder’s session, pending changes, reset link and recent passkeys', async () => {
    const member = await verifiedMember();
    const { authenticator: own, answer } = await addPasskey(member);
    await change('UPDATE member_passkeys SET created_at = created_at - ? WHERE id = ?', recentAccessSeconds + 1, answer.body.id);
    const intruder = await intruderOn(member);
    await visitor().post('/api/forgot-password', { email: member.email });
    const reset = await linkIn(member.email, 'reset_password');
    expect((await end(member, '', { currentPassword: member.password })).status).toBe(200);
    expect([await isSignedIn(intruder.client), await canUsePasskey(intruder)]).toEqual([false, false]);
    await expectNoPendingChange(intruder, member);
    expect(await canUsePasskey({ authenticator: own })).toBe(true);
    expectError(await post('reset-password', reset, { newPassword: 'another-one-1' }), 400, 'link_used');
  });

  test('keeps recent passkeys if the member chooses so', async () => {
    const member = await verifiedMember();
    const intruder = await intruderOn(member);
    expectError(await member.client.post('/api/sign-out-everywhere?recentPasskeys=perhaps'), 400, 'invalid_input');
    expect((await end(member, '?recentPasskeys=keep')).status).toBe(200);
    expect(await isSignedIn(intruder.client)).toBe(false);
    await expectNoPendingChange(intruder, member);
    expect(await canUsePasskey(intruder)).toBe(true);
  });

  test('needs the password or a recent sign-in, and without the password keeps reset links requested since', async () => {
    const member = await verifiedMember();
    advanceClock(60);
    await visitor().post('/api/forgot-password', { email: member.email });
    const planted = await linkIn(member.email, 'reset_password');
    advanceClock(60);
    const thief = { client: visitor() };
    await thief.client.post('/api/login', { email: member.email, password: member.password });
    expect((await end(thief)).status).toBe(200);
    expectError(await post('reset-password', planted, { newPassword: 'owners-new-1' }), 400, 'link_used');
    const alert = (await mailsTo(member.email)).at(-1);
    expect(alert).toMatchObject({ template: 'signed_out', payload: { bySession: 'yes' } });
    expect(JSON.parse(alert?.payload.removed ?? '')).toEqual([expect.objectContaining({ kind: 'sessions' })]);

    const again = { client: visitor() };
    await again.client.post('/api/login', { email: member.email, password: member.password });
    await visitor().post('/api/login', { email: member.email, password: member.password });
    await visitor().post('/api/forgot-password', { email: member.email });
    expect((await end(again)).status).toBe(200);
    const late = { client: visitor() };
    await late.client.post('/api/login', { email: member.email, password: member.password });
    await visitor().post('/api/login', { email: member.email, password: member.password });
    advanceClock(freshSignInSeconds);
    expectError(await end(late), 403, 'password_or_sign_in');
    expectError(await end(late, '', { currentPassword: 'not-it-1' }), 400, 'wrong_current_password');
    expect(await isSignedIn(late.client)).toBe(true);
    const requested = await linkIn(member.email, 'reset_password');
    expect((await post('reset-password', requested, { newPassword: 'owners-new-1' })).status).toBe(200);
    expect((await post('secure-account', await linkIn(member.email, 'signed_out'))).status).toBe(400);
  });
});

test('the email about signed-out devices secures the account from an intruder who keeps signing the owner out, a few times an hour', async () => {
  const member = await verifiedMember();
  const intruder = visitor();
  await intruder.post('/api/login', { email: member.email, password: member.password });
  for (let i = 0; i < signOutsPerMember.limit; i += 1) expect((await intruder.call('DELETE', '/api/sessions')).status).toBe(200);
  // Only the first ended anything.
  expect((await mailsTo(member.email)).filter(({ template }) => template === 'signed_out')).toHaveLength(1);
  expectError(await intruder.call('DELETE', '/api/sessions'), 429, 'too_many_sign_outs');
  expect((await post('secure-account', await linkIn(member.email, 'signed_out'))).status).toBe(200);
  expect(await isSignedIn(intruder)).toBe(false);
});

test('signing out one’s only device everywhere sends no email', async () => {
  const member = await verifiedMember();
  expect((await member.client.post('/api/sign-out-everywhere')).status).toBe(200);
  expect((await mailsTo(member.email)).map(({ template }) => template)).not.toContain('signed_out');
});

test('an owner whose reset links an intruder keeps ending gets back in with the email about the changed password', async () => {
  const member = await verifiedMember();
  const intruder = visitor();
  await intruder.post('/api/login', { email: member.email, password: member.password });
  const passwords = { currentPassword: member.password, newPassword: 'thiefs-new-1' };
  expect((await intruder.post('/api/change-password', passwords)).status).toBe(200);
  expect((await visitor().post('/api/forgot-password', { email: member.email })).status).toBe(200);
  expect((await intruder.call('DELETE', '/api/sessions', { currentPassword: 'thiefs-new-1' })).status).toBe(200);
  const ended = await linkIn(member.email, 'reset_password');
  expectError(await post('reset-password', ended, { newPassword: 'owners-new-1' }), 400, 'link_used');
  expect((await post('secure-account', await linkIn(member.email, 'password_changed'))).status).toBe(200);
  expect(await isSignedIn(intruder)).toBe(false);
  expectError(await visitor().post('/api/login', { email: member.email, password: 'thiefs-new-1' }), 401, 'wrong_credentials');
  expect((await resetPassword(member.email)).status).toBe(200);
  expect((await visitor().post('/api/login', { email: member.email, password: 'owners-new-1' })).status).toBe(200);
});

const measures: [string, (member: TestMember) => Promise<{ status: number }>][] = [
  [
    'a password change',
    ({ client, password }) => client.post('/api/change-password', { currentPassword: password, newPassword: 'new-one-1' }),
  ],
  ['the link that secures the account', async ({ email }) => post('secure-account', await linkIn(email, 'passkey_added'))],
  ['the link that cancels an email change', async ({ email }) => post('undo-email-change', await linkIn(email, 'email_change_requested'))],
];

test.each(measures)('%s ends a reset link requested before, but not a later one', async (_, secure) => {
  const member = await verifiedMember();
  await intruderOn(member);
  await visitor().post('/api/forgot-password', { email: member.email });
  const stolen = await linkIn(member.email, 'reset_password');
  expect((await secure(member)).status).toBe(200);
  expectError(await post('reset-password', stolen, { newPassword: 'thiefs-one-1' }), 400, 'link_used');
  expect((await resetPassword(member.email)).status).toBe(200);
});

test('the deletion email’s link cancels a deletion that an intruder requested, once, and secures the account', async () => {
  const member = await verifiedMember();
  const intruder = await intruderOn(member);
  expect((await post('confirm-payout-address', intruder.payoutLink)).status).toBe(200);
  const removal = await intruder.client.post('/api/delete-account', { confirmation: 'DELETE', currentPassword: member.password });
  expect(removal.status).toBe(200);
  expectError(await visitor().post('/api/login', { email: member.email, password: member.password }), 401, 'wrong_credentials');
  advanceClock(6 * secondsPerDay);
  const token = await linkIn(member.email, 'account_deletion');
  const answer = await post('secure-account', token);
  expect(answer.body).toMatchObject({ message: expect.stringMatching(/^Your account won’t be deleted/), email: member.email });
  expect(await row('SELECT deletion_requested_at AS at FROM users WHERE id = ?', member.id)).toEqual({ at: null });
  expect(await payoutAddressOf(member.id)).toEqual({ email: null });
  expectError(await post('secure-account', token), 400, 'link_used');
  expect((await resetPassword(member.email)).status).toBe(200);
  expect((await visitor().post('/api/login', { email: member.email, password: 'owners-new-1' })).status).toBe(200);
});

describe('the link in the old mailbox', () => {
  test('that cancels an email change ends every session, pending change and recent passkey', async () => {
    const member = await verifiedMember();
    const intruder = await intruderOn(member);
    expect((await post('undo-email-change', await linkIn(member.email, 'email_change_requested'))).status).toBe(200);
    expect([await isSignedIn(intruder.client), await isSignedIn(member.client), await canUsePasskey(intruder)]).toEqual([
      false,
      false,
      false,
    ]);
    await expectNoPendingChange(intruder, member);
  });

  test('that undoes an email change removes passkeys of the last 30 days, too', async () => {
    const member = await verifiedMember();
    const { authenticator } = await addPasskey(member, undefined, { name: 'From before' });
    advanceClock(secondsPerDay);
    const intruder = await intruderOn({ ...member });
    expect((await post('confirm-email-change', intruder.emailLink)).status).toBe(200);
    expect((await post('undo-email-change', await linkIn(member.email, 'email_change_requested'))).status).toBe(200);
    expect([await canUsePasskey(intruder), await canUsePasskey({ authenticator })]).toEqual([false, false]);
    expect(await isSignedIn(intruder.client)).toBe(false);
  });

  test.each([
    ['cancels an email change', 'undo-email-change', 'email_change_requested', false],
    ['undoes an email change', 'undo-email-change', 'email_change_requested', true],
    ['secures the account', 'secure-account', 'payout_address_requested', false],
  ])('that %s ends a password set and a PayPal address confirmed shortly before', async (_, path, template, isConfirmed) => {
    const member = await verifiedMember();
    await member.client.put('/api/payout-address', { email: 'planted@paypal.test', currentPassword: member.password });
    await post('confirm-payout-address', await linkIn('planted@paypal.test', 'confirm_payout_address'));
    const passwords = { currentPassword: member.password, newPassword: 'thiefs-one-1' };
    expect((await member.client.post('/api/change-password', passwords)).status).toBe(200);
    advanceClock(60);
    const intruder = await intruderOn({ ...member, password: passwords.newPassword });
    if (isConfirmed) expect((await post('confirm-email-change', intruder.emailLink)).status).toBe(200);
    expect((await post(path, await linkIn(member.email, template))).status).toBe(200);
    expectError(await visitor().post('/api/login', { email: member.email, password: 'thiefs-one-1' }), 401, 'wrong_credentials');
    expect(await payoutAddressOf(member.id)).toEqual({ email: null });
    expect((await resetPassword(member.email)).status).toBe(200);
  });

  test('undoes an email change without ending the earlier warning about a PayPal address', async () => {
    const member = await verifiedMember();
    await member.client.put('/api/payout-address', { email: 'planted@paypal.test' });
    await post('confirm-payout-address', await linkIn('planted@paypal.test', 'confirm_payout_address'));
    advanceClock(60);
    const { emailLink } = await intruderOn(member);
    await post('confirm-email-change', emailLink);
    expect((await post('undo-email-change', await linkIn(member.email, 'email_change_requested'))).status).toBe(200);
    expect((await post('remove-payout-address', await linkIn(member.email, 'payout_address_added'))).status).toBe(200);
    expect(await payoutAddressOf(member.id)).toEqual({ email: null });
  });
});

describe('a new way to sign in or be paid', () => {
  test('is announced to the account’s address with a link that secures the account', async () => {
    const member = await verifiedMember();
    await addPasskey(member);
    await member.client.put('/api/payout-address', { email: 'asked@paypal.test' });
    await signInAs(stranger({ email: member.email }));
    for (const template of ['passkey_added', 'payout_address_requested', 'provider_linked']) {
      expect((await visitor().get(`/api/secure-account?token=${await linkIn(member.email, template)}`)).status).toBe(405);
      const answer = await post('secure-account', await linkIn(member.email, template));
      expect(answer, template).toMatchObject({ status: 200, body: { email: member.email } });
    }
  });

  test('is announced when a known Firebase account adds another provider', async () => {
    const google = stranger();
    await signInAs(google);
    const before = await mailsTo(google.email);
    await signInAs({ ...google, provider: 'facebook' });
    expect((await mailsTo(google.email)).slice(before.length).map(({ template }) => template)).toEqual(['provider_linked']);
    await signInAs({ ...google, provider: 'facebook' });
    expect((await mailsTo(google.email)).length).toBe(before.length + 1);
  });
});

describe('the link that secures an account', () => {
  test('works signed out and once, and ends sessions, pending changes, recent passkeys and providers', async () => {
    const member = await verifiedMember();
    await signInAs(stranger({ email: member.email }));
    const intruder = await intruderOn(member);
    const token = await linkIn(member.email, 'passkey_added');
    const answers = await Promise.all([post('secure-account', token), post('secure-account', token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([await isSignedIn(intruder.client), await isSignedIn(member.client), await canUsePasskey(intruder)]).toEqual([
      false,
      false,
      false,
    ]);
    await expectNoPendingChange(intruder, member);
    expect(await row('SELECT count(*) AS n FROM user_auth_providers WHERE user_id = ?', member.id)).toEqual({ n: 0 });
    expectError(await post('secure-account', token), 400, 'link_used');
    expect((await resetPassword(member.email)).status).toBe(200);
  });

  test('works for 7 days, and only for its purpose', async () => {
    const member = await verifiedMember();
    await addPasskey(member);
    const token = await linkIn(member.email, 'passkey_added');
    for (const path of ['verify-email', 'undo-email-change', 'confirm-payout-address', 'remove-payout-address'])
      expectError(await post(path, token), 400, 'link_unknown');
    advanceClock(secureAccountLinkTtlSeconds);
    expectError(await post('secure-account', token), 400, 'secure_link_expired');
    advanceClock(-1);
    expect((await post('secure-account', token)).status).toBe(200);
  });
});

test.each([
  ['a password reset by email', ({ email }: TestMember) => resetPassword(email)],
  ['the link that secures an account', async ({ email }: TestMember) => post('secure-account', await linkIn(email, 'passkey_added'))],
])('%s removes the delivery address of open orders only', async (_, secure) => {
  const member = await verifiedMember();
  await addPasskey(member);
  await change(
    `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, delivery, shipping_address, created_at, expires_at)
     SELECT ?1, 'cache_cards', 2, 200, value, 'ship', '{"line1":"1 Thief St"}', 1, 2 FROM json_each('["open","paid"]')`,
    member.id,
  );
  expect((await secure(member)).status).toBe(200);
  const sql = `SELECT group_concat(status || ':' || coalesce(delivery || shipping_address, '-')) AS found FROM (SELECT * FROM orders WHERE user_id = ? ORDER BY status)`;
  expect(await row(sql, member.id)).toEqual({ found: 'open:-,paid:ship{"line1":"1 Thief St"}' });
});

test.each([
  ['removes an address entered and resumes emails turned off 30 days ago', recentAccessSeconds, true],
  ['keeps older choices', recentAccessSeconds + 1, false],
])('securing an account %s', async (_, age, isReverted) => {
  const member = await verifiedMember();
  const { client, id, email } = member;
  expect((await client.patch('/api/user', { address: '1 Thief St', city: 'Oslo' })).status).toBe(200);
  const choice = { channel: 'email', topic: 'card_news', isOn: false };
  expect((await client.patch('/api/preferences/notifications', choice)).status).toBe(200);
  expect((await client.patch('/api/preferences', { wantsOptionalMail: false })).status).toBe(200);
  advanceClock(age);
  expect((await resetPassword(email)).status).toBe(200);
  const sql = `SELECT address, city, wants_optional_mail AS wants, (SELECT count(*) FROM notification_choices WHERE user_id = users.id) AS off FROM users WHERE id = ?`;
  expect(await row(sql, id)).toEqual(
    isReverted ? { address: null, city: null, wants: 1, off: 0 } : { address: '1 Thief St', city: 'Oslo', wants: 0, off: 1 },
  );
  const mail = (await mailsTo(email)).findLast(({ template }) => template === 'password_changed');
  expect(mail?.payload.removed?.includes('address')).toBe(isReverted);
});

test('securing an account resumes emails about the member’s cards that links turned off, and voids links sent before', async () => {
  const member = await newMember();
  const { id, email } = member;
  await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', id);
  const { linkSigningKey } = await readConfig(env as unknown as Env);
  const tokenOf = (topic: PushTopic, epoch: number) => unsubscribeToken(linkSigningKey, { userId: id, topic, epoch });
  const choices = async () => {
    const { wantsOptionalMail, digest, notifications } = (await member.client.get<Preferences>('/api/preferences')).body;
    return [wantsOptionalMail, digest, notifications.email.includes('card_news')];
  };
  for (const topic of ['card_found', 'card_news'] as const)
    expect((await visitor().post('/api/unsubscribe', { token: await tokenOf(topic, 0) })).status).toBe(200);
  expect((await visitor().post('/api/unsubscribe', { token: await tokenOf('thanks', 0), isForAll: true })).status).toBe(200);
  expect(await choices()).toEqual([false, 'off', false]);
  expect((await resetPassword(email)).status).toBe(200);
  await member.client.post('/api/login', { email, password: 'owners-new-1' });
  expect(await choices()).toEqual([true, 'weekly', true]);
  expectError(await visitor().post('/api/unsubscribe', { token: await tokenOf('card_news', 0), isForAll: true }), 400, 'link_unknown');
  expect(await choices()).toEqual([true, 'weekly', true]);
  expect((await visitor().post('/api/unsubscribe', { token: await tokenOf('card_news', 1) })).status).toBe(200);
  expect(await choices()).toEqual([true, 'weekly', false]);
});

test('a changed name or address is emailed, with a link that secures the account', async () => {
  const member = await verifiedMember();
  const mails = async () => (await mailsTo(member.email)).filter(({ template }) => template === 'profile_changed');
  // The first address and an unchanged name replace nothing.
  expect((await member.client.patch('/api/user', { firstName: member.user.firstName, address: '1 Elm St', city: 'Boone' })).status).toBe(
    200,
  );
  expect(await mails()).toEqual([]);
  expect((await member.client.patch('/api/user', { lastName: 'Thief', address: '1 Thief St', phone: '+1 828 555 0100' })).status).toBe(200);
  expect((await mails()).map(({ payload }) => payload.changes)).toEqual(['name, address']);
  expect((await post('secure-account', await linkIn(member.email, 'profile_changed'))).status).toBe(200);
  expect(await row('SELECT address FROM users WHERE id = ?', member.id)).toEqual({ address: null });
});

test('a changed language is emailed once a day for each language, and a recovery restores the earlier one', async () => {
  const member = await verifiedMember();
  const choose = async (language: string) => expect((await member.client.put('/api/preferences/language', { language })).status).toBe(200);
  const mails = async () => (await mailsTo(member.email)).filter(({ template }) => template === 'language_changed');
  const languageNow = () => row('SELECT language FROM users WHERE id = ?', member.id);
  await choose('en');
  expect(await mails()).toEqual([]);
  for (const language of ['ja', 'en', 'ja', 'cs']) await choose(language);
  expect((await mails()).map(({ payload }) => `${payload.inLanguage} → ${payload.newLanguage}`).sort()).toEqual([
    'en → 日本語',
    'ja → English',
  ]);
  expect((await post('secure-account', await linkIn(member.email, 'language_changed'))).status).toBe(200);
  expect(await languageNow()).toEqual({ language: 'en' });
  await resetPassword(member.email);
  await member.client.post('/api/login', { email: member.email, password: 'owners-new-1' });
  advanceClock(recentAccessSeconds + 1);
  await member.client.post('/api/login', { email: member.email, password: 'owners-new-1' });
  await choose('de');
  advanceClock(recentAccessSeconds + 1);
  expect((await resetPassword(member.email, 'owners-new-2')).status).toBe(200);
  expect(await languageNow()).toEqual({ language: 'de' });
});

test('a takeover of an unverified account ends passkeys and every link', async () => {
  const registrant = await newMember();
  const passkey = await addPasskey(registrant);
  const token = await linkIn(registrant.email, 'passkey_added');
  expect((await signInAs(stranger({ email: registrant.email }))).answer.body.user.id).toBe(registrant.id);
  expect([await canUsePasskey(passkey), await isSignedIn(registrant.client)]).toEqual([false, false]);
  expectError(await post('secure-account', token), 400, 'link_used');
});

test('an administrator’s sign-out ends pending changes and recent passkeys, too', async () => {
  const admin = await newAdmin('admin');
  const member = await verifiedMember();
  const intruder = await intruderOn(member);
  expect((await admin.client.post(`/api/admin/users/${member.id}/sign-out`)).status).toBe(200);
  expect([await isSignedIn(intruder.client), await canUsePasskey(intruder)]).toEqual([false, false]);
  await expectNoPendingChange(intruder, member);
});

test('a PayPal address is not requested by a session that has ended', async () => {
  const member = await verifiedMember();
  const thief = visitor();
  await thief.post('/api/login', { email: member.email, password: member.password });
  await Promise.all([
    member.client.post('/api/sign-out-everywhere'),
    thief.put<PayoutAddress>('/api/payout-address', { email: 'late@paypal.test', currentPassword: member.password }),
  ]);
  expect(await row(`SELECT count(*) AS n FROM one_time_links WHERE user_id = ? AND used_at IS NULL`, member.id)).toEqual({
    n: await count(`template IN ('welcome', 'payout_address_requested', 'signed_out')`, member.id),
  });
});

const count = async (condition: string, id: number) =>
  (await row<{ n: number }>(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND ${condition}`, id))?.n;
