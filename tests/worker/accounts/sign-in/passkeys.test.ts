import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CreationOptions, Passkey, RequestOptions } from '#schema/accounts/passkey.ts';
import type { SignIn } from '#schema/accounts/sign-in-log.ts';
import { signInRetentionSeconds } from '#schema/rules.ts';
import { Authenticator, type Circumstances } from '#tests/worker/support/accounts/authenticator.ts';
import { addPasskey, passkeyOptions, signInWithPasskey } from '#tests/worker/support/accounts/passkeys.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
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

beforeEach(() => setClock('2026-11-23T10:00:10Z'));
afterEach(() => {
  vi.useRealTimers();
});

const list = async (client: Client) => (await client.get<Passkey[]>('/api/passkeys')).body;
const mailOf = (member: TestMember) =>
  row<{ payload: string }>(`SELECT payload FROM outbox WHERE to_address = ? AND template = 'passkey_added'`, member.email);

describe('a passkey', () => {
  test('is added shortly after a sign-in, is notified by email, and opens the same session as a password', async () => {
    const member = await newMember();
    const { authenticator, answer } = await addPasskey(member);
    expect(answer).toMatchObject({ status: 201, body: { name: 'My phone', lastUsedAt: null } });
    expect((await mailOf(member))?.payload).toContain('My phone');
    const browser = new Client();
    const { status, body } = await signInWithPasskey(authenticator, browser);
    expect(status).toBe(200);
    const { token, ...user } = body;
    const { token: _, ...registered } = member.user;
    expect(user).toEqual({ ...registered, lastLoginAt: user.lastLoginAt });
    expect([...browser.cookies.keys()].sort()).toEqual(['__Host-device', sessionCookie, '__Host-session_hint'].sort());
    for (const caller of [browser, new Client().bearer(token)]) expect((await caller.get('/api/user')).status).toBe(200);
    expect(await list(browser)).toMatchObject([{ name: 'My phone', lastUsedAt: '2026-11-23T10:00:10.000Z' }]);
  });

  test('needs the password or a sign-in of the last 10 minutes to be added or removed, as does a provider to be removed', async () => {
    const member = await newMember();
    const { answer } = await addPasskey(member);
    advanceClock(10 * 60);
    expectError(await passkeyOptions(member.client), 403, 'password_or_sign_in');
    expectError(await passkeyOptions(member.client, 'wrong-one-1'), 400, 'wrong_current_password');
    expect((await passkeyOptions(member.client, member.password)).status).toBe(200);
    for (const path of ['/api/sign-in-providers/google', `/api/passkeys/${answer.body.id}`])
      expectError(await member.client.call('DELETE', path), 403, 'password_or_sign_in');
    const proof = { currentPassword: member.password };
    expectError(await member.client.call('DELETE', '/api/sign-in-providers/google', proof), 404, 'provider_not_linked');
    expect((await member.client.call('DELETE', `/api/passkeys/${answer.body.id}`, proof)).status).toBe(200);
  });

  test.each<[string, Circumstances]>([
    ['for another site', { site: 'elsewhere.test' }],
    ['requested by another page', { origin: 'https://elsewhere.test' }],
    ['without user verification', { isVerified: false }],
  ])('%s is rejected when added and when used', async (_, circumstances) => {
    const member = await newMember();
    expectError((await addPasskey(member, new Authenticator(), circumstances)).answer, 400, 'passkey_refused');
    const { authenticator } = await addPasskey(member);
    expectError(await signInWithPasskey(authenticator, new Client(), circumstances), 401, 'passkey_unknown');
  });

  test('accepts a challenge once, within 5 minutes, and only for its purpose', async () => {
    const member = await newMember();
    const { authenticator, passkey } = await addPasskey(member);
    expectError(await member.client.post('/api/passkeys', { name: 'Again', passkey }), 400, 'passkey_refused');
    const { body } = await new Client().post<RequestOptions>('/api/login/passkey/options');
    const shown = await authenticator.show(body);
    const answers = await Promise.all(Array.from({ length: 5 }, () => new Client().post('/api/login/passkey', { passkey: shown })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const late = await authenticator.show((await new Client().post<RequestOptions>('/api/login/passkey/options')).body);
    advanceClock(5 * 60);
    expectError(await new Client().post('/api/login/passkey', { passkey: late }), 401, 'passkey_unknown');
    const made = await new Authenticator().make((await new Client().post<CreationOptions>('/api/login/passkey/options')).body);
    expectError(await member.client.post('/api/passkeys', { name: 'Not asked for', passkey: made }), 400, 'passkey_refused');
  });

  test('opens no session if its counter did not rise, its account is being deleted, or it was removed', async () => {
    const member = await newMember();
    const { authenticator, answer } = await addPasskey(member);
    expect((await signInWithPasskey(authenticator, new Client(), { counter: 5 })).status).toBe(200);
    expectError(await signInWithPasskey(authenticator, new Client(), { counter: 5 }), 401, 'passkey_unknown');
    const renamed = await member.client.patch(`/api/passkeys/${answer.body.id}`, { name: 'Old phone' });
    expect([renamed.status, (await list(member.client))[0]?.name]).toEqual([200, 'Old phone']);
    const stranger = await newMember();
    expectError(await stranger.client.call('DELETE', `/api/passkeys/${answer.body.id}`), 404, 'passkey_not_found');
    expectError(await stranger.client.patch(`/api/passkeys/${answer.body.id}`, { name: 'Mine' }), 404, 'passkey_not_found');
    await change('UPDATE users SET suspended_at = 1, suspended_reason = ? WHERE id = ?', 'Sixty cards a minute', member.id);
    const refused = expectError(await signInWithPasskey(authenticator, new Client(), { counter: 6 }), 403, 'member_suspended');
    expect(refused.message).toContain('Sixty cards a minute');
    await change('UPDATE users SET suspended_at = NULL, suspended_reason = NULL, deletion_requested_at = 1 WHERE id = ?', member.id);
    expectError(await signInWithPasskey(authenticator, new Client(), { counter: 7 }), 401, 'passkey_unknown');
    await change('UPDATE users SET deletion_requested_at = NULL WHERE id = ?', member.id);
    expect((await member.client.call('DELETE', `/api/passkeys/${answer.body.id}`)).status).toBe(200);
    expectError(await signInWithPasskey(authenticator, new Client(), { counter: 8 }), 401, 'passkey_unknown');
  });

  test('can be added at most 20 times', async () => {
    const member = await newMember();
    for (let made = 0; made < 20; made += 1) expect((await addPasskey(member)).answer.status).toBe(201);
    expectError((await addPasskey(member)).answer, 409, 'too_many_passkeys');
  });
});

describe('the list of recent sign-ins', () => {
  const log = async (client: Client) => (await client.get<SignIn[]>('/api/sign-ins')).body;

  test('shows method, time and place, with failures grouped by the hour', async () => {
    const member = await newMember();
    const { authenticator } = await addPasskey(member);
    const phone = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Firefox/130.0', 'CF-IPCountry': 'PT' };
    const login = (password: string) => new Client().post('/api/login', { email: member.email, password }, phone);
    advanceClock(60);
    expect((await login(member.password)).status).toBe(200);
    advanceClock(60);
    await Promise.all(Array.from({ length: 5 }, () => login('not-the-password')));
    advanceClock(60);
    await signInWithPasskey(authenticator);
    await signInWithPasskey(authenticator, new Client(), { counter: 1 });
    advanceClock(60);
    await change('UPDATE users SET suspended_at = 1, suspended_reason = ? WHERE id = ?', 'Why', member.id);
    await login(member.password);
    await change('UPDATE users SET suspended_at = NULL, suspended_reason = NULL WHERE id = ?', member.id);
    expect(await log(member.client)).toMatchObject([
      { outcome: 'refused', way: 'password', count: 1, at: '2026-11-23T10:04:10.000Z' },
      { outcome: 'failed', way: 'passkey', count: 1 },
      { outcome: 'opened', way: 'passkey', device: 'Unknown device', country: null },
      { outcome: 'failed', way: 'password', count: 5, device: 'Firefox on Android', country: 'PT' },
      { outcome: 'opened', way: 'password', device: 'Firefox on Android', country: 'PT', at: '2026-11-23T10:01:10.000Z' },
      { outcome: 'opened', way: 'registration' },
    ]);
    advanceClock(3_600);
    await login('not-the-password');
    expect((await log(member.client)).filter(({ outcome }) => outcome === 'failed')).toHaveLength(3);
    expect(await log((await newMember()).client)).toHaveLength(1);
  });

  test('covers 90 days', async () => {
    const member = await newMember();
    const count = async () => (await row<{ n: number }>('SELECT COUNT(*) AS n FROM sign_ins WHERE user_id = ?', member.id))?.n;
    advanceClock(signInRetentionSeconds);
    await fire('purge-expired');
    expect(await count()).toBe(1);
    advanceClock(1);
    await fire('purge-expired');
    expect(await count()).toBe(0);
  });
});
