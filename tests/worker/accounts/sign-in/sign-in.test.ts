import Argon2, { Argon2Type } from '@phi-ag/argon2';
import wasm from '@phi-ag/argon2/argon2.wasm';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SignedInUser } from '#schema/accounts/user.ts';
import { advanceClock, Client, change, expectError, newMember, row, sessionCookie, setClock } from '#tests/worker/support/client.ts';

beforeEach(() => setClock('2026-11-21T10:01:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const signIn = (client: Client, email: string, password: string) => client.post<SignedInUser>('/api/login', { email, password });
const guessPassword = (client: Client, email: string) => signIn(client, email, 'not-the-password');

async function fails(times: number, attempt: () => Promise<{ status: number }>): Promise<void> {
  for (let time = 0; time < times; time += 1) expect((await attempt()).status).toBe(401);
}

describe('signing in', () => {
  test('returns the user at top level and a token, and opens a separate session', async () => {
    const { email, password, id, client } = await newMember();
    advanceClock(60);
    const browser = new Client();
    const answer = await signIn(browser, ` ${email.toUpperCase()} `, password);
    expect(answer.status).toBe(200);
    expect(v.parse(v.strictObject(SignedInUser.entries), answer.body)).toMatchObject({
      id,
      email,
      lastLoginAt: '2026-11-21T10:02:00.000Z',
    });
    expect((await browser.get('/api/user')).status).toBe(200);
    expect(browser.cookies.get(sessionCookie)).not.toBe(client.cookies.get(sessionCookie));
    expect(browser.cookies.get('__Host-session_hint')).toBe('1');
  });

  test('gives the same answer for an unknown email and a wrong password', async () => {
    const { email } = await newMember();
    const wrong = expectError(await guessPassword(new Client(), email), 401, 'wrong_credentials');
    const unknown = expectError(await guessPassword(new Client(), 'nobody@example.test'), 401, 'wrong_credentials');
    expect({ ...unknown, requestId: '' }).toEqual({ ...wrong, requestId: '' });
    expect(wrong.message).toBe('Invalid email or password');
  });

  test('accepts a stored password of any length', async () => {
    const { email } = await newMember();
    for (const password of ['x', 'x'.repeat(1_025), 'x'.repeat(60_000)])
      expectError(await signIn(new Client(), email, password), 401, 'wrong_credentials');
  });

  test('by password fails for an account without one', async () => {
    const { email, id } = await newMember();
    await change("UPDATE users SET password_hash = '!' WHERE id = ?", id);
    for (const password of ['!', 'pass-word-1']) expectError(await signIn(new Client(), email, password), 401, 'wrong_credentials');
  });

  test('fails for an account that is being deleted', async () => {
    const { email, password, id } = await newMember();
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', id);
    expectError(await signIn(new Client(), email, password), 401, 'wrong_credentials');
  });

  test('opens no session when it fails', async () => {
    const { email, id } = await newMember();
    const client = new Client();
    await guessPassword(client, email);
    expect(client.cookies.size).toBe(0);
    expect(await row('SELECT COUNT(*) AS n FROM sessions WHERE user_id = ?', id)).toEqual({ n: 1 });
  });

  test('rehashes a password that has a weaker hash, and only then', async () => {
    const { email, password, id } = await newMember();
    const weak = new Argon2(await WebAssembly.instantiate(wasm)).hash(password, {
      type: Argon2Type.Argon2id,
      memoryCost: 1_024,
      timeCost: 1,
      parallelism: 1,
    }).encoded;
    await change('UPDATE users SET password_hash = ? WHERE id = ?', weak, id);
    const readPasswordHash = async () => (await row<{ hash: string }>('SELECT password_hash AS hash FROM users WHERE id = ?', id))?.hash;
    expect((await guessPassword(new Client(), email)).status).toBe(401);
    expect(await readPasswordHash()).toBe(weak);
    expect((await signIn(new Client(), email, password)).status).toBe(200);
    const raised = await readPasswordHash();
    expect(raised).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(new Client(), email, password)).status).toBe(200);
    expect(await readPasswordHash()).toBe(raised);
  });

  test('twice concurrently works while a weaker hash is replaced', async () => {
    const { email, password, id } = await newMember();
    const argon2 = new Argon2(await WebAssembly.instantiate(wasm));
    const weak = argon2.hash(password, { type: Argon2Type.Argon2id, memoryCost: 1_024, timeCost: 1, parallelism: 1 }).encoded;
    await change('UPDATE users SET password_hash = ? WHERE id = ?', weak, id);
    const answers = await Promise.all([signIn(new Client(), email, password), signIn(new Client(), email, password)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('guessing passwords', () => {
  test('is blocked after 10 failures per account and address for 15 minutes', async () => {
    const { email, password } = await newMember();
    const guesser = new Client();
    await fails(10, () => guessPassword(guesser, email));
    const refused = await signIn(guesser, email.toUpperCase(), password);
    expectError(refused, 429, 'too_many_logins');
    expect(Number(refused.headers.get('Retry-After'))).toBe(14 * 60);
    advanceClock(14 * 60 - 1);
    expect((await signIn(guesser, email, password)).status).toBe(429);
    advanceClock(1);
    expect((await signIn(guesser, email, password)).status).toBe(200);
  });

  test('checks at most 10 of 30 concurrent guesses', async () => {
    const { email } = await newMember();
    const guesser = new Client();
    const answers = await Promise.all(Array.from({ length: 30 }, () => guessPassword(guesser, email)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('is throttled the same for an email without an account', async () => {
    const guesser = new Client();
    await fails(10, () => guessPassword(guesser, 'no-such-member@example.test'));
    expect((await guessPassword(guesser, 'no-such-member@example.test')).status).toBe(429);
  });

  test('from one address does not block the member at another', async () => {
    const { email, password } = await newMember();
    const guesser = new Client();
    await fails(10, () => guessPassword(guesser, email));
    expect((await guessPassword(guesser, email)).status).toBe(429);
    expect((await signIn(new Client(), email, password)).status).toBe(200);
  });

  test('is not counted for a right password', async () => {
    const { email, password, client } = await newMember();
    for (let time = 0; time < 12; time += 1) expect((await signIn(client, email, password)).status).toBe(200);
    await fails(10, () => guessPassword(client, email));
    expect((await guessPassword(client, email)).status).toBe(429);
  });

  test('counts a request when it has fully arrived, however long it was held open', async () => {
    const { email } = await newMember();
    const body = JSON.stringify({ email, password: 'wrong' });
    // The high water mark of 0 prevents reading ahead, so that the clock advances after the request has begun.
    const slow = new ReadableStream(
      {
        pull(controller) {
          advanceClock(3_600);
          controller.enqueue(new TextEncoder().encode(body));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const start = Math.floor(Date.now() / 1_000);
    const answer = await new Client().fetch('/api/login', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: slow });
    expect(answer.status).toBe(401);
    const counted = await row<{ window: number }>('SELECT max(window_start) AS window FROM rate_counters');
    expect(counted?.window).toBeGreaterThan(start);
  });

  test('is blocked after 100 failures an hour per address, across all accounts', async () => {
    const { email, password } = await newMember();
    const guesser = new Client();
    const answers = await Promise.all(
      Array.from({ length: 101 }, (_, guess) => guessPassword(guesser, `account${guess % 40}@example.test`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    const refused = await signIn(guesser, email, password);
    expectError(refused, 429, 'too_many_logins');
    expect(Number(refused.headers.get('Retry-After'))).toBe(59 * 60);
    expect((await signIn(new Client(), email, password)).status).toBe(200);
  });

  test('is blocked after 100 failures an hour per account, across all addresses', async () => {
    const { email, password } = await newMember();
    for (let address = 0; address < 10; address += 1) {
      const guesser = new Client();
      const answers = await Promise.all(Array.from({ length: 10 }, () => guessPassword(guesser, email)));
      expect(answers.every(({ status }) => status === 401)).toBe(true);
    }
    expect((await signIn(new Client(), email, password)).status).toBe(429);
    advanceClock(59 * 60);
    expect((await signIn(new Client(), email, password)).status).toBe(200);
  });

  test('beyond the coarse rate limit is rejected before hashing, like registrations', async () => {
    const client = new Client();
    client.workerEnv = { ...client.workerEnv, CREDENTIALS_LIMITER: { limit: async () => ({ success: false }) } };
    const registration = { email: 'fast@example.test', password: 'secret-1', confirmPassword: 'secret-1', acceptedTerms: true };
    for (const answer of [await guessPassword(client, 'fast@example.test'), await client.post('/api/register', registration)]) {
      expectError(answer, 429, 'too_many_requests');
      expect(answer.headers.get('Retry-After')).toBe('60');
    }
    expect(await row("SELECT id FROM users WHERE email_key = 'fast@example.test'")).toBeNull();
  });
});
