/** Password reset: who receives the email, which sessions end, and that the link works only once. Product rules: Accounts and sessions. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exchange, signInAs, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import {
  advanceClock,
  Client,
  change,
  everyRow,
  expectError,
  newMember,
  row,
  setClock,
  tokenInMail,
} from '#tests/worker/support/client.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const ask = (email: string, client = new Client()) => client.post('/api/forgot-password', { email });
const reset = (token: string, newPassword = 'brand-new-1') => new Client().post('/api/reset-password', { token, newPassword });
const signIn = (email: string, password: string, client = new Client()) => client.post('/api/login', { email, password });

async function newestLink(email: string): Promise<string> {
  const mail = await row<{ message_id: string }>(
    "SELECT message_id FROM outbox WHERE to_address = ? AND template = 'reset_password' ORDER BY id DESC LIMIT 1",
    email,
  );
  if (!mail) throw new Error(`No reset mail to ${email}`);
  return tokenInMail(mail.message_id);
}

async function linkFor(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200);
  return newestLink(email);
}

describe('requesting a password reset', () => {
  test('returns the same answer with or without an account, and emails only an account', async () => {
    const { email } = await newMember();
    const known = await ask(` ${email.toUpperCase()} `);
    const unknown = await ask('nobody-at-all@example.test');
    expect(known.status).toBe(200);
    expect(known.body).toEqual(unknown.body);
    expect(await row("SELECT count(*) AS n FROM outbox WHERE template = 'reset_password' AND to_address LIKE '%nobody%'")).toEqual({
      n: 0,
    });
    expect(await newestLink(email)).not.toBe('');
  });

  test('stores only the hash of the token', async () => {
    const { email } = await newMember();
    const token = await linkFor(email);
    expect(JSON.stringify(await everyRow())).not.toContain(token);
  });

  test('is limited per account, existing or not, and per network address', async () => {
    const { email } = await newMember();
    for (const address of [email, 'unknown-one@example.test']) {
      for (let time = 0; time < 5; time += 1) expect((await ask(address)).status).toBe(200);
      const refused = await ask(address);
      expectError(refused, 429, 'too_many_reset_mails');
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    const client = new Client();
    for (let time = 0; time < 20; time += 1) expect((await ask(`someone${time}@example.test`, client)).status).toBe(200);
    expectError(await ask('someone20@example.test', client), 429, 'too_many_reset_mails');
    advanceClock(3_600);
    expect((await ask(email, client)).status).toBe(200);
  });

  test('does nothing for a member who is leaving', async () => {
    const { email, id } = await newMember();
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', id);
    expect((await ask(email)).status).toBe(200);
    await expect(newestLink(email)).rejects.toThrow();
  });
});

describe('the reset link', () => {
  test('sets the password once and ends all sessions', async () => {
    const { client, email, password, user } = await newMember();
    const token = await linkFor(email);
    const answer = await reset(token);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expectError(await client.get('/api/user'), 401);
    expectError(await new Client().bearer(user.token).get('/api/user'), 401);
    expectError(await signIn(email, password), 401);
    expect((await signIn(email, 'brand-new-1')).status).toBe(200);
    expectError(await reset(token, 'another-one-1'), 400, 'link_used');
    expect((await signIn(email, 'brand-new-1')).status).toBe(200);
    expect(await row("SELECT count(*) AS n FROM outbox WHERE to_address = ? AND template = 'password_changed'", email)).toEqual({ n: 1 });
  });

  test('works for one hour', async () => {
    const { email, password } = await newMember();
    const token = await linkFor(email);
    advanceClock(3_600);
    expectError(await reset(token), 400, 'reset_link_expired');
    expect((await signIn(email, password)).status).toBe(200);
    const second = await linkFor(email);
    advanceClock(3_599);
    expect((await reset(second)).status).toBe(200);
  });

  test('voids only earlier reset links of the same member', async () => {
    const [{ email }, other] = [await newMember(), await newMember()];
    const ofOther = await linkFor(other.email);
    const [first, second] = [await linkFor(email), await linkFor(email)];
    expectError(await reset(first), 400, 'link_used');
    expect((await reset(second)).status).toBe(200);
    expect((await reset(ofOther)).status).toBe(200);
  });

  test('invalidates earlier sign-ins, even at a provider', async () => {
    const person = stranger();
    await signInAs(person);
    const identity = await tokenFor(person);
    advanceClock(5);
    expect((await reset(await linkFor(person.email))).status).toBe(200);
    expectError(await exchange(new Client(), identity), 401, 'identity_outdated');
    advanceClock(5);
    expect((await signInAs(person)).answer.status).toBe(200);
  });

  test('is void after a change of the address', async () => {
    const moved = await newMember();
    const old = await linkFor(moved.email);
    await moved.client.patch('/api/user', { email: `new-${moved.email}` });
    expectError(await reset(old), 400, 'link_outdated');
  });

  test('sets a password only; links of other purposes do not', async () => {
    const { email } = await newMember();
    const welcome = await row<{ message_id: string }>("SELECT message_id FROM outbox WHERE to_address = ? AND template = 'welcome'", email);
    expectError(await reset(await tokenInMail(welcome?.message_id ?? '')), 400, 'link_unknown');
    const token = await linkFor(email);
    expectError(await new Client().post('/api/verify-email', { token }), 400, 'link_unknown');
    expectError(await new Client().post('/api/undo-email-change', { token }), 400, 'link_unknown');
    expect((await reset(token)).status).toBe(200);
  });

  test('is not consumed by a GET', async () => {
    const { email } = await newMember();
    const token = await linkFor(email);
    for (const method of ['GET', 'HEAD']) await new Client().fetch(`/api/reset-password?token=${token}`, { method });
    expect((await reset(token)).status).toBe(200);
  });

  test.each(['', 'short', 'x'.repeat(129)])('is not consumed by the invalid password %j', async (password) => {
    const { email } = await newMember();
    const token = await linkFor(email);
    expectError(await reset(token, password), 400, 'invalid_input');
    expect((await reset(token)).status).toBe(200);
  });

  test('sets one password when used concurrently', async () => {
    const { email } = await newMember();
    const token = await linkFor(email);
    const passwords = Array.from({ length: 6 }, (_, index) => `candidate-${index}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const works = await Promise.all(passwords.map(async (password) => (await signIn(email, password)).status === 200));
    expect(works.filter(Boolean)).toHaveLength(1);
    expect(works.indexOf(true)).toBe(answers.findIndex(({ status }) => status === 200));
  });

  test('opens an account that was locked by guesses', async () => {
    const { email } = await newMember();
    const client = new Client();
    for (let time = 0; time < 11; time += 1) await signIn(email, 'wrong-guess-1', client);
    expectError(await signIn(email, 'wrong-guess-1', client), 429);
    const token = await linkFor(email);
    expect((await client.post('/api/reset-password', { token, newPassword: 'brand-new-1' })).status).toBe(200);
    expect((await signIn(email, 'brand-new-1', client)).status).toBe(200);
  });
});

describe('a password reset', () => {
  test('gives an account without a password one, and keeps its provider', async () => {
    const person = stranger();
    const { answer } = await signInAs(person);
    const token = await linkFor(person.email);
    expect((await reset(token)).status).toBe(200);
    expect((await signIn(person.email, 'brand-new-1')).body.id).toBe(answer.body.user.id);
    advanceClock(5);
    expect((await signInAs(person)).answer.body.user.id).toBe(answer.body.user.id);
  });

  test('of an unverified account removes every way in that its creator had', async () => {
    const victim = stranger();
    const attacker = await newMember();
    await attacker.client.patch('/api/user', { email: victim.email });
    expect((await reset(await linkFor(victim.email))).status).toBe(200);
    expectError(await attacker.client.get('/api/user'), 401);
    expectError(await signIn(victim.email, attacker.password), 401);
    expect((await signIn(victim.email, 'brand-new-1')).body).toMatchObject({
      id: attacker.id,
      emailVerified: true,
    });
  });

  test('keeps the profile and the referrer if the address was verified; otherwise only the username', async () => {
    const host = await newMember();
    const entered = { phone: '555', address: '1 Den' };
    const [verified, unverified] = [await newMember({ ref: host.user.referralCode }), await newMember({ ref: host.user.referralCode })];
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', verified.id);
    for (const { client, email } of [verified, unverified]) {
      await client.patch('/api/user', entered);
      await change('UPDATE users SET address_changed_at = 1 WHERE email = ?', email);
      expect((await reset(await linkFor(email))).status).toBe(200);
    }
    const { username, firstName } = verified.user;
    const profile = { username, firstName, ...entered, referredById: host.id };
    expect((await signIn(verified.email, 'brand-new-1')).body).toMatchObject(profile);
    const cleared = { firstName: null, lastName: null, phone: null, address: null, referredById: null };
    expect((await signIn(unverified.email, 'brand-new-1')).body).toMatchObject({ username: unverified.user.username, ...cleared });
  });

  test('takes an account from a stranger who created it at a provider without proving the address', async () => {
    const email = stranger().email;
    const attacker = stranger({ provider: 'facebook', email, isEmailVerified: false });
    await signInAs(attacker);
    expect((await reset(await linkFor(email))).status).toBe(200);
    advanceClock(60);
    expectError((await signInAs(attacker)).answer, 409, 'provider_conflict');
  });
});
