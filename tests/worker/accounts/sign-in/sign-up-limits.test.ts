/** Limits on new accounts per network address, per surrounding network and per mailbox. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exchange, stranger, tokenFor } from '#tests/worker/support/accounts/identities.ts';
import { type Answer, advanceClock, Client, change, expectError, row, setClock } from '#tests/worker/support/client.ts';
import { envWith, FakeProvider } from '#tests/worker/support/messages/mail-delivery.ts';
import type { Env } from '#worker/env.ts';

beforeEach(async () => {
  setClock('2026-11-21T10:10:00Z');
  await change('DELETE FROM rate_counters');
});
afterEach(() => {
  vi.useRealTimers();
});

const limited: Env = { ...(env as unknown as Env), SIGN_UP_LIMITS: 'on' };

function visitor(address?: string, workerEnv = limited): Client {
  const client = new Client(address);
  client.workerEnv = workerEnv;
  return client;
}

let newcomers = 0;
function someone(): string {
  newcomers += 1;
  return `newcomer${newcomers}@example.test`;
}

const register = (client: Client, email = someone()) =>
  client.post('/api/register', { email, password: 'pass-word-1', confirmPassword: 'pass-word-1', acceptedTerms: true });

const createdCount = (answers: Answer<unknown>[]) => answers.filter(({ status }) => status === 201).length;
const accounts = async (like: string) => (await row<{ n: number }>('SELECT count(*) AS n FROM users WHERE email_key LIKE ?', like))?.n;

function expectTooMany(answer: Answer<unknown>, retryAfterSeconds: number, code = 'too_many_sign_ups'): string {
  const { message } = expectError(answer, 429, code);
  expect(Number(answer.headers.get('Retry-After'))).toBe(retryAfterSeconds);
  return message;
}

/** Sets today's counters whose key starts with `key` to `count`. */
const countedSoFar = (key: string, count: number) => change('UPDATE rate_counters SET count = ? WHERE key LIKE ?', count, `${key}%`);

const untilMidnight = (13 * 60 + 50) * 60;

describe('a mailbox', () => {
  test('gets 5 accounts and 5 emails, even when spelled in 122 ways from 122 addresses at once', async () => {
    const provider = new FakeProvider();
    const mailing = envWith(provider, { SIGN_UP_LIMITS: 'on' });
    const spellings = Array.from({ length: 122 }, (_, n) => {
      const name = n % 2 === 0 ? `vic.tim+${n}` : `v.i.ctim+${n}`;
      return `${name}@${n % 3 === 0 ? 'GoogleMail.com' : 'gmail.com'}`;
    });
    const answers = await Promise.all(spellings.map((email) => register(visitor(undefined, mailing), email)));
    expect(createdCount(answers)).toBe(5);
    const refused = answers.filter(({ status }) => status !== 201);
    const message = expectTooMany(refused[0] as Answer, untilMidnight, 'too_many_sign_ups_of_mailbox');
    expect(message).toContain('try again in 14 hours');
    for (const answer of refused) expectError(answer, 429, 'too_many_sign_ups_of_mailbox');
    expect(await accounts('v%tim+%mail.com')).toBe(5);
    expect(provider.sent).toHaveLength(5);
    advanceClock(untilMidnight);
    expect((await register(visitor(), 'victim@gmail.com')).status).toBe(201);
  });

  test('outside Gmail is a different one with dots, and the same one with a plus suffix', async () => {
    for (const name of ['jo', 'j.o', 'jo+1', 'jo+2', 'jo+3', 'JO+4']) {
      expect((await register(visitor(), `${name}@trail.test`)).status).toBe(201);
    }
    expectTooMany(await register(visitor(), 'jo+5@trail.test'), untilMidnight, 'too_many_sign_ups_of_mailbox');
    expect((await register(visitor(), 'j.o+1@trail.test')).status).toBe(201);
  });

  test('is not charged for attempts that failed or were blocked by the network address', async () => {
    expect((await register(visitor(), 'ben@trail.test')).status).toBe(201);
    const pest = visitor();
    for (let time = 0; time < 6; time += 1) expectError(await register(pest, 'ben@trail.test'), 409, 'email_taken');
    await countedSoFar('sign-up:hour:address:', 30);
    for (let time = 0; time < 10; time += 1) expectTooMany(await register(pest, `ben+${time}@trail.test`), 50 * 60);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => register(visitor(), `ben+n${n}@trail.test`)));
    expect(createdCount(answers)).toBe(4);
  });
});

describe('a network address', () => {
  test('creates 30 accounts an hour, even of 50 concurrent ones', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => register(visitor('203.0.113.7'))));
    expect(createdCount(answers)).toBe(30);
    const refused = answers.filter(({ status }) => status !== 201);
    const message = expectTooMany(refused[0] as Answer, 50 * 60);
    expect(message).toBe('Many accounts were created from your network recently. Please try again in 50 minutes.');
    expect((await register(visitor('203.0.113.8'))).status).toBe(201);
    advanceClock(50 * 60);
    expect((await register(visitor('203.0.113.7'))).status).toBe(201);
  });

  test('creates 100 accounts a day', async () => {
    await register(visitor('203.0.113.9'));
    await countedSoFar('sign-up:day:address:', 98);
    advanceClock(3_600);
    expect(createdCount(await Promise.all(Array.from({ length: 6 }, () => register(visitor('203.0.113.9')))))).toBe(2);
    expectTooMany(await register(visitor('203.0.113.9')), untilMidnight - 3_600);
  });

  test('is a /64 in IPv6', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => register(visitor(`2001:db8:1:2::${n}`))));
    expect(createdCount(answers)).toBe(30);
    expect((await register(visitor('2001:db8:1:3::1'))).status).toBe(201);
  });

  test('cannot probe for existing accounts without limit: failed attempts count, too', async () => {
    const taken = someone();
    expect((await register(visitor(), taken)).status).toBe(201);
    const asking = visitor('203.0.113.11');
    expectError(await register(asking, taken), 409, 'email_taken');
    await countedSoFar('sign-up:hour:address:', 28);
    for (let time = 0; time < 2; time += 1) expectError(await register(asking, taken), 409, 'email_taken');
    expectTooMany(await register(asking, taken), 50 * 60);
  });

  test('over its limit is rejected before a password is hashed or anything is written', async () => {
    await register(visitor('203.0.113.10'));
    await countedSoFar('sign-up:hour:address:', 30);
    const email = someone();
    expectTooMany(await register(visitor('203.0.113.10'), email), 50 * 60);
    expect(await accounts(email)).toBe(0);
    expect(await row('SELECT count(*) AS n FROM outbox WHERE to_address = ?', email)).toEqual({ n: 0 });
  });
});

describe('an IPv6 /48 network of one provider customer', () => {
  const elsewhereIn = (n: number) => visitor(`2001:db8:77:${n.toString(16)}::1`);

  test('creates 300 accounts a day across its /64s', async () => {
    await register(elsewhereIn(0));
    await countedSoFar('sign-up:day:network:', 290);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => register(elsewhereIn(n + 1))));
    expect(createdCount(answers)).toBe(10);
    expectTooMany(await register(elsewhereIn(99)), untilMidnight);
    expect((await register(visitor('2001:db8:78::1'))).status).toBe(201);
    expect((await register(visitor('::ffff:203.0.113.77'))).status).toBe(201);
  });
});

describe('a sign-in through a provider', () => {
  const arrive = async (person = stranger(), address = '203.0.113.20') => exchange(visitor(address), await tokenFor(person));

  test('counts only when it creates an account', async () => {
    const known = stranger();
    expect((await arrive(known)).status).toBe(200);
    await countedSoFar('sign-up:hour:address:', 30);
    expectTooMany(await arrive(), 50 * 60);
    expect((await arrive(known)).status).toBe(200);
  });

  test('creates 5 accounts per mailbox', async () => {
    const people = Array.from({ length: 5 }, (_, n) => stranger({ email: `strider+${n}@provider.test` }));
    for (const person of people) expect((await arrive(person)).status).toBe(200);
    expectTooMany(await arrive(stranger({ email: 'strider@provider.test' })), untilMidnight, 'too_many_sign_ups_of_mailbox');
  });
});

describe('sign-up limits', () => {
  const sixAccounts = async (workerEnv: Env) => {
    const mailbox = someone().split('@')[0];
    const names = Array.from({ length: 6 }, (_, n) => `${mailbox}+${n}@example.test`);
    return createdCount(await Promise.all(names.map((email) => register(visitor(undefined, workerEnv), email))));
  };
  const variables = (more: Partial<Record<keyof Env, string>>) => ({ ...(env as unknown as Env), ...more }) as Env;

  test.each([
    ['are off in development', {}, 6],
    ['can be switched on in development', { SIGN_UP_LIMITS: 'on' }, 5],
    ['are on in production', { ENVIRONMENT: 'production' }, 5],
    ['cannot be switched off in production', { ENVIRONMENT: 'production', SIGN_UP_LIMITS: 'off' }, 5],
  ])('%s', async (_, more, expected) => {
    expect(await sixAccounts(variables(more))).toBe(expected);
  });
});

test('sign-up counters contain neither address nor mailbox', async () => {
  await register(visitor('2001:db8:9:9::9'), 'private.person@trail.test');
  const keys = await env.DB.prepare('SELECT key FROM rate_counters ORDER BY key').all<{ key: string }>();
  const shapes = keys.results.map(({ key }) => key.replace(/[\w-]{22}$/, 'HASH'));
  expect(shapes).toEqual(['sign-up:day:address:HASH', 'sign-up:day:mailbox:HASH', 'sign-up:day:network:HASH', 'sign-up:hour:address:HASH']);
});
