import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { User } from '#schema/accounts/user.ts';
import { freshSignInSeconds } from '#schema/rules.ts';
import {
  advanceClock,
  Client,
  change,
  everyRow,
  expectError,
  newMember,
  row,
  setClock,
  type TestMember,
  tokenInMail,
} from '#tests/worker/support/client.ts';
import { sha256 } from '#worker/security/random.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const patch = (client: Client, fields: unknown) => client.call<User>('PATCH', '/api/user', fields);

interface QueuedMail {
  template: string;
  to: string;
  messageId: string;
}

/** Returns the emails queued for a member since the welcome email, each with the hash of its link token. */
async function mailsOf(member: TestMember) {
  const { results } = await env.DB.prepare(
    `SELECT template, to_address AS "to", message_id AS "messageId" FROM outbox WHERE user_id = ? AND template <> 'welcome' ORDER BY id`,
  )
    .bind(member.id)
    .all<QueuedMail>();
  return Promise.all(
    results.map(async ({ template, to, messageId }) => {
      const hash = await sha256(await tokenInMail(messageId));
      const link = await row('SELECT purpose, email FROM one_time_links WHERE token_hash = ?', hash);
      return { template, to, link };
    }),
  );
}

test('another name needs the password or a fresh sign-in, a first one and other fields do not', async () => {
  const { client, password, id } = await newMember();
  await change('UPDATE users SET last_name = NULL WHERE id = ?', id);
  advanceClock(freshSignInSeconds + 1);
  for (const name of ['Grace', null]) expectError(await patch(client, { firstName: name }), 403, 'password_or_sign_in');
  expect((await patch(client, { lastName: 'Hopper', phone: '1', city: 'Arlington' })).status).toBe(200);
  expectError(await patch(client, { lastName: 'Thief' }), 403, 'password_or_sign_in');
  expect((await patch(client, { firstName: 'Grace', currentPassword: password })).body).toMatchObject({ firstName: 'Grace' });
});

describe.each([
  ['PATCH', '/api/user'],
  ['POST', '/api/update-profile'],
])('changing the profile by %s %s', (method, path) => {
  test('returns the bare user with the changed fields and leaves the others alone', async () => {
    const { client, user } = await newMember();
    const { token: _, ...before } = user;
    const answer = await client.call<User>(method, path, { firstName: ' Grace ', city: 'Arlington', country: 'Ελλάδα 🗺️' });
    expect(answer.status).toBe(200);
    expect(v.parse(v.strictObject(User.entries), answer.body)).toEqual({
      ...before,
      firstName: 'Grace',
      city: 'Arlington',
      country: 'Ελλάδα 🗺️',
    });
    expect((await client.get('/api/user')).body).toEqual(answer.body);
  });

  test('accepts null for every text field and stores blanks as null', async () => {
    const { client, email } = await newMember();
    const filled = { phone: '1', address: '2', city: '3', state: '4', zip: '5', country: '6' };
    await client.call(method, path, filled);
    const emptied = { firstName: null, lastName: '  ', phone: null, address: '', city: null, state: ' ', zip: null, country: '' };
    const answer = await client.call(method, path, emptied);
    expect(answer.status).toBe(200);
    for (const field of Object.keys(emptied)) expect(answer.body).toMatchObject({ [field]: null });
    expect(answer.body).toMatchObject({ email });
  });

  test('accepts the whole user form with an unchanged username', async () => {
    const { client, user } = await newMember();
    const { firstName, lastName, email, username, phone, address, city, state, zip, country } = user;
    const answer = await client.call(method, path, { firstName, lastName, email, username, phone, address, city, state, zip, country });
    expect(answer).toMatchObject({ status: 200, body: { username, emailVerified: false } });
  });

  test('writes nothing for an empty object', async () => {
    const { client, user } = await newMember();
    const { token: _, ...before } = user;
    expect(await client.call(method, path, {})).toMatchObject({ status: 200, body: before });
  });

  test('rejects a different username, regardless of case', async () => {
    const { client, user } = await newMember();
    const before = await everyRow();
    for (const username of ['somebody', user.username?.toUpperCase(), null, '']) {
      const body = expectError(await client.call(method, path, { username, firstName: 'New' }), 400, 'username_fixed');
      expect(body.message).toBe('Username cannot be changed');
    }
    expect(await everyRow()).toEqual(before);
  });

  test.each([
    ['a bad e-mail', { email: 'nobody' }, { email: 'Please enter a valid email address' }],
    ['no e-mail', { email: null }, { email: 'Please enter a valid email address' }],
    ['a name that is a list', { firstName: ['x'] }, { firstName: 'First name must be text' }],
    ['an overlong text', { city: 'x'.repeat(201) }, { city: 'City can have at most 200 characters' }],
    ['a role', { role: 'premium' }, { role: 'This field is not accepted here' }],
    ['a balance', { tokenBalance: 500 }, { tokenBalance: 'This field is not accepted here' }],
    ['a verified e-mail', { emailVerified: true }, { emailVerified: 'This field is not accepted here' }],
    ['a picture', { photoURL: 'https://x.test' }, { photoURL: 'This field is not accepted here' }],
  ])('rejects %s and writes nothing', async (_, fields, expected) => {
    const { client } = await newMember();
    const before = await everyRow();
    expect(expectError(await client.call(method, path, { lastName: 'New', ...fields }), 400, 'invalid_input').fields).toEqual(expected);
    expect(await everyRow()).toEqual(before);
  });
});

describe('changing the email', () => {
  async function verifiedMember() {
    const member = await newMember();
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', member.id);
    return member;
  }

  test('to a different case keeps it verified and sends nothing', async () => {
    const member = await verifiedMember();
    const [name] = member.email.toUpperCase().split('@');
    const answer = await patch(member.client, { email: member.email.toUpperCase() });
    expect(answer).toMatchObject({ status: 200, body: { email: `${name}@example.test`, emailVerified: true } });
    expect(await mailsOf(member)).toEqual([]);
  });

  test('to the same address sends nothing', async () => {
    const member = await verifiedMember();
    expect(await patch(member.client, { email: member.email })).toMatchObject({ status: 200, body: { emailVerified: true } });
    expect(await mailsOf(member)).toEqual([]);
  });

  test('to one in use is rejected, regardless of case, and writes nothing', async () => {
    const member = await verifiedMember();
    const other = await newMember();
    const before = await everyRow();
    const body = expectError(await patch(member.client, { email: other.email.toUpperCase(), city: 'Oslo' }), 409, 'email_taken');
    expect(body.fields).toEqual({ email: 'An account with this email already exists.' });
    // The rejected update may change only the rate-limit counters.
    expect({ ...(await everyRow()), rate_counters: before.rate_counters }).toEqual(before);
  });

  test('cannot be used to probe for accounts: after 5 attempts in an hour, rejected ones included, it is throttled', async () => {
    const member = await verifiedMember();
    const other = await newMember();
    for (let change = 1; change <= 5; change += 1) expectError(await patch(member.client, { email: other.email }), 409, 'email_taken');
    const answer = await patch(member.client, { email: `free-${member.email}` });
    expectError(answer, 429, 'too_many_email_changes');
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await patch(member.client, { city: 'Oslo' })).toMatchObject({ status: 200, body: { city: 'Oslo', email: member.email } });
  });

  test('concurrently to two addresses applies one change and sends its email, for an unverified member', async () => {
    const member = await newMember();
    const answers = await Promise.all(['one', 'two'].map((name) => patch(member.client, { email: `${name}-${member.email}` })));
    const won = answers.find(({ status }) => status === 200);
    expectError(answers.find(({ status }) => status !== 200) ?? (answers[0] as never), 409, 'changed_meanwhile');
    expect((await member.client.get('/api/user')).body).toMatchObject({ email: won?.body.email });
    expect((await mailsOf(member)).map(({ to }) => to)).toEqual([won?.body.email]);
  });

  test('concurrently to one address sends its emails once', async () => {
    const member = await verifiedMember();
    const answers = await Promise.all([1, 2].map(() => patch(member.client, { email: `same-${member.email}` })));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await mailsOf(member)).map(({ to }) => to)).toEqual([`same-${member.email}`, member.email]);
  });

  test('of two members concurrently to one address succeeds for one of them', async () => {
    const [one, two] = [await newMember(), await newMember()];
    const answers = await Promise.all([one, two].map(({ client }) => patch(client, { email: 'wanted@example.test' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await row("SELECT COUNT(*) AS n FROM outbox WHERE to_address = 'wanted@example.test'")).toEqual({ n: 1 });
  });
});

describe('changing the password', () => {
  const changePassword = (client: Client, currentPassword: unknown, newPassword: unknown) =>
    client.post('/api/change-password', { currentPassword, newPassword });

  test('makes the new one work and the old one fail, and notifies the member by email', async () => {
    const member = await newMember();
    const { client, email, password } = member;
    const answer = await changePassword(client, password, 'brand-new-1');
    expect(answer).toMatchObject({ status: 200, body: { message: 'Your password has been changed successfully.' } });
    expect((await new Client().post('/api/login', { email, password })).status).toBe(401);
    expect((await new Client().post('/api/login', { email, password: 'brand-new-1' })).status).toBe(200);
    expect(await mailsOf(member)).toEqual([{ template: 'password_changed', to: email, link: { purpose: 'secure_account', email } }]);
  });

  test('with a wrong current one returns 400 and writes only the failure count', async () => {
    const { client } = await newMember();
    const before = await everyRow({ except: ['rate_counters'] });
    const body = expectError(await changePassword(client, 'wrong', 'brand-new-1'), 400, 'wrong_current_password');
    expect(body).toMatchObject({ message: 'Current password is incorrect', fields: { currentPassword: 'Current password is incorrect' } });
    expect(await everyRow({ except: ['rate_counters'] })).toEqual(before);
  });

  test.each([
    ['', 'brand-new-1', { currentPassword: 'Current password is required' }],
    [null, 'brand-new-1', { currentPassword: 'Current password is required' }],
    ['x'.repeat(1_025), 'brand-new-1', { currentPassword: 'Current password is incorrect' }],
    ['pass-word-1', '12345', { newPassword: 'New password must be at least 6 characters' }],
    ['pass-word-1', null, { newPassword: 'New password must be at least 6 characters' }],
    ['pass-word-1', 'x'.repeat(129), { newPassword: 'Use at most 128 characters' }],
  ])('from %j to %j is rejected', async (currentPassword, newPassword, fields) => {
    const { client } = await newMember();
    const before = await everyRow();
    expect(expectError(await changePassword(client, currentPassword, newPassword), 400, 'invalid_input').fields).toEqual(fields);
    expect(await everyRow()).toEqual(before);
  });

  test('for an account without a password explains how to set one', async () => {
    const { client, id } = await newMember();
    await change("UPDATE users SET password_hash = '!' WHERE id = ?", id);
    const body = expectError(await changePassword(client, 'pass-word-1', 'brand-new-1'), 400, 'no_password_yet');
    expect(body.message).toContain('This account has no password yet');
  });

  test('cannot be used to guess the current one: after 10 failures even the right one gets 429', async () => {
    const { client, password } = await newMember();
    const guesses = await Promise.all(Array.from({ length: 20 }, () => changePassword(client, 'wrong', 'brand-new-1')));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
    const refused = await changePassword(client, password, 'brand-new-1');
    expectError(refused, 429, 'too_many_logins');
    expect(Number(refused.headers.get('Retry-After'))).toBe(14 * 60);
  });

  test('twice concurrently applies one change and sends one email', async () => {
    const member = await newMember();
    const wanted = ['first-new-1', 'second-new-1'];
    const answers = await Promise.all(wanted.map((newPassword) => changePassword(member.client, member.password, newPassword)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const won = wanted[answers.findIndex(({ status }) => status === 200)];
    expect((await new Client().post('/api/login', { email: member.email, password: won })).status).toBe(200);
    expect(await mailsOf(member)).toHaveLength(1);
  });
});
