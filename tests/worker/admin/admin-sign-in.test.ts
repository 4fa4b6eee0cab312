import Argon2, { Argon2Type } from '@phi-ag/argon2';
import wasm from '@phi-ag/argon2/argon2.wasm';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Admin, SignedInAdmin } from '#schema/admin/session.ts';
import { adminWithPassword, signInAdmin } from '#tests/worker/support/admin/admin-with-password.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { advanceClock, Client, change, expectError, newMember, row, setClock } from '#tests/worker/support/client.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const guessPassword = (client: Client, email: string) => signInAdmin(client, email, 'not-the-password');
const failsFrom = async (client: Client, email: string, times: number) => {
  for (let time = 0; time < times; time += 1) expect((await guessPassword(client, email)).status).toBe(401);
};

describe('administrator sign-in', () => {
  test('returns the administrator and a token, and sets only the device cookie', async () => {
    const { email, password, id } = await adminWithPassword();
    advanceClock(60);
    const browser = new Client();
    const answer = await signInAdmin(browser, ` ${email.toUpperCase()} `, password);
    expect(answer.status).toBe(200);
    expect(v.parse(v.strictObject({ token: v.string(), admin: v.strictObject(Admin.entries) }), answer.body).admin).toEqual({
      id,
      email,
      firstName: 'Kee',
      lastName: 'Per',
      role: 'admin',
      mustSetPassword: false,
      secondFactor: 'optional',
    });
    expect([...browser.cookies.keys()]).toEqual(['__Host-device']);
    expect(await row('SELECT last_login_at AS at FROM admins WHERE id = ?', id)).toEqual({
      at: Date.parse('2026-11-21T10:02:00Z') / 1_000,
    });
    const me = await browser.bearer(answer.body.token).get('/api/admin/me');
    expect(me).toMatchObject({ status: 200, body: answer.body.admin });
  });

  test('returns a token with the session and nothing more than needed', async () => {
    const { email, password, id } = await adminWithPassword();
    const { token } = v.parse(SignedInAdmin, (await signInAdmin(new Client(), email, password)).body);
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, unknown>;
    expect(Object.keys(claims).sort()).toEqual(['adminId', 'aud', 'email', 'exp', 'iat', 'iss', 'sid']);
    expect(claims).toMatchObject({ adminId: id, aud: 'cache-cards:admin', exp: Date.parse('2026-11-21T22:01:00Z') / 1_000 });
  });

  test('gives the same answer for an unknown email, a wrong password, a disabled administrator and a member', async () => {
    const { email, password } = await adminWithPassword();
    const gone = await adminWithPassword();
    await change('UPDATE admins SET disabled_at = 1 WHERE id = ?', gone.id);
    const member = await newMember();
    const answers = [
      await guessPassword(new Client(), email),
      await guessPassword(new Client(), 'nobody@example.test'),
      await signInAdmin(new Client(), gone.email, gone.password),
      await signInAdmin(new Client(), member.email, member.password),
      await signInAdmin(new Client(), (await newAdmin()).email, '!'),
    ].map((answer) => expectError(answer, 401, 'wrong_credentials'));
    for (const answer of answers) expect({ ...answer, requestId: '' }).toEqual({ ...answers[0], requestId: '' });
    expect((await signInAdmin(new Client(), email, password)).status).toBe(200);
  });

  test('does not make an administrator a member', async () => {
    const { email, password } = await adminWithPassword('super_admin');
    expectError(await new Client().post('/api/login', { email, password }), 401, 'wrong_credentials');
  });

  test('opens no session when it fails', async () => {
    const { email, id } = await adminWithPassword();
    await guessPassword(new Client(), email);
    expect(await row('SELECT COUNT(*) AS n FROM admin_sessions WHERE admin_id = ?', id)).toEqual({ n: 1 });
  });

  test('rehashes a password that has a weaker hash, also twice concurrently', async () => {
    const { email, password, id } = await adminWithPassword();
    const parameters = { type: Argon2Type.Argon2id, memoryCost: 1_024, timeCost: 1, parallelism: 1 };
    const weak = new Argon2(await WebAssembly.instantiate(wasm)).hash(password, parameters).encoded;
    await change('UPDATE admins SET password_hash = ? WHERE id = ?', weak, id);
    const answers = await Promise.all([signInAdmin(new Client(), email, password), signInAdmin(new Client(), email, password)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const stored = await row<{ hash: string }>('SELECT password_hash AS hash FROM admins WHERE id = ?', id);
    expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('guessing an administrator’s password', () => {
  test('is blocked after 10 failures per account and address for 15 minutes', async () => {
    const { email, password } = await adminWithPassword();
    const guesser = new Client();
    await failsFrom(guesser, email, 10);
    const refused = await signInAdmin(guesser, email.toUpperCase(), password);
    expectError(refused, 429, 'too_many_logins');
    expect(Number(refused.headers.get('Retry-After'))).toBe(14 * 60);
    expect((await signInAdmin(new Client(), email, password)).status).toBe(200);
    advanceClock(14 * 60);
    expect((await signInAdmin(guesser, email, password)).status).toBe(200);
  });

  test('checks at most 10 of 30 concurrent guesses', async () => {
    const { email } = await adminWithPassword();
    const guesser = new Client();
    const answers = await Promise.all(Array.from({ length: 30 }, () => guessPassword(guesser, email)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  test('is throttled the same for an unknown email', async () => {
    const guesser = new Client();
    await failsFrom(guesser, 'no-such-admin@example.test', 10);
    expect((await guessPassword(guesser, 'no-such-admin@example.test')).status).toBe(429);
  });

  test('is counted separately from members with the same email and address', async () => {
    const { email, password } = await adminWithPassword();
    const member = await newMember({ email });
    const client = new Client();
    for (let time = 0; time < 10; time += 1) await client.post('/api/login', { email, password: 'wrong' });
    expect((await client.post('/api/login', { email, password: member.password })).status).toBe(429);
    expect((await signInAdmin(client, email, password)).status).toBe(200);
    await failsFrom(client, email, 10);
    expect((await signInAdmin(client, email, password)).status).toBe(429);
    advanceClock(14 * 60);
    expect((await client.post('/api/login', { email, password: member.password })).status).toBe(200);
  });

  test('is blocked after 100 failures an hour per account, across all addresses', async () => {
    const { email, password } = await adminWithPassword();
    for (let address = 0; address < 10; address += 1) {
      const guesser = new Client();
      await Promise.all(Array.from({ length: 10 }, () => guessPassword(guesser, email)));
    }
    expect((await signInAdmin(new Client(), email, password)).status).toBe(429);
    advanceClock(59 * 60);
    expect((await signInAdmin(new Client(), email, password)).status).toBe(200);
  });

  test('beyond the coarse rate limit is rejected before hashing', async () => {
    const { client, email } = await adminWithPassword('super_admin');
    client.workerEnv = { ...client.workerEnv, CREDENTIALS_LIMITER: { limit: async () => ({ success: false }) } };
    const answers = [
      await guessPassword(client, email),
      await client.put('/api/admin/change-password', { currentPassword: 'x', newPassword: 'secret-1' }),
      await client.post('/api/admin/register', { email: 'fast@example.test', password: 'secret-1', confirmPassword: 'secret-1' }),
    ];
    for (const answer of answers) expectError(answer, 429, 'too_many_requests');
  });
});

describe('an administrator’s session', () => {
  const fromPage = { 'Sec-Fetch-Site': 'same-origin' };
  const isSignedIn = async (client: Client) => (await client.get('/api/admin/me')).status === 200;

  test('ends at logout, without the others', async () => {
    const { client, email, password } = await adminWithPassword();
    const other = client.bearer((await signInAdmin(client, email, password)).body.token);
    expect((await client.post('/api/admin/logout')).status).toBe(200);
    expectError(await client.get('/api/admin/me'), 401, 'admin_not_signed_in');
    expect(await isSignedIn(other)).toBe(true);
    expect((await client.post('/api/admin/logout')).status).toBe(200);
  });

  test('ends when its page signs in again; other HTTP clients may have several', async () => {
    const { client, email, password } = await adminWithPassword();
    await signInAdmin(client, email, password);
    expect(await isSignedIn(client)).toBe(true);
    expectError(await client.post('/api/admin/login', { email, password: 'wrong-one' }, fromPage), 401, 'wrong_credentials');
    expect(await isSignedIn(client)).toBe(true);
    const again = await client.post<SignedInAdmin>('/api/admin/login', { email, password }, fromPage);
    expect([await isSignedIn(client), await isSignedIn(client.bearer(again.body.token))]).toEqual([false, true]);
  });

  test('ends after 12 hours', async () => {
    const { client } = await adminWithPassword();
    advanceClock(12 * 3_600 - 1);
    expect(await isSignedIn(client)).toBe(true);
    advanceClock(1);
    expect(await isSignedIn(client)).toBe(false);
  });

  test('ends with all others of the administrator by signing out everywhere', async () => {
    const { client, email, password } = await adminWithPassword();
    const other = client.bearer((await signInAdmin(client, email, password)).body.token);
    const bystander = await adminWithPassword();
    expect((await client.post('/api/admin/sign-out-everywhere')).status).toBe(200);
    expect([await isSignedIn(client), await isSignedIn(other), await isSignedIn(bystander.client)]).toEqual([false, false, true]);
    expect((await signInAdmin(client, email, password)).status).toBe(200);
  });

  test('does not end at a logout with a member’s token', async () => {
    const { client } = await adminWithPassword();
    const member = await newMember();
    expect((await member.client.bearer(member.user.token).post('/api/admin/logout')).status).toBe(200);
    expect(await isSignedIn(client)).toBe(true);
  });
});
