/**
 * Per-minute limits on calls that draw images or return lists, for each member or for each visitor's network address. Product rules:
 * Errors.
 */
import { describe, expect, test } from 'vitest';
import type { PaymentHistory } from '#schema/memberships/membership.ts';
import { maxSessions } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { type Answer, Client, change, expectError, newCard, newMember, type TestMember } from '#tests/worker/support/client.ts';
import { payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { openCheckout } from '#tests/worker/support/memberships/payments.ts';
import { watchStripe } from '#tests/worker/support/memberships/stripe-requests.ts';
import type { Env } from '#worker/env.ts';

/** Counts like the platform's rate limit binding, but never resets. */
function fakeLimiter(limit: number) {
  const counts = new Map<string, number>();
  return {
    limit: async ({ key }: { key: string }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= limit };
    },
  };
}

async function limitedMember(limits: { drawings: number; lists: number }, settings: Partial<Env> = { SIGN_UP_LIMITS: undefined }) {
  const member = await directMember({ role: 'basic' });
  const limiters = { DRAWINGS_LIMITER: fakeLimiter(limits.drawings), LISTS_LIMITER: fakeLimiter(limits.lists) };
  member.client.workerEnv = { ...member.client.workerEnv, ...settings, ...limiters };
  return member;
}

const drawings = [
  '/api/cache-cards/print.pdf',
  '/api/cache-cards/TC-0000009/qr',
  '/api/referrals/qr',
  '/api/vacation-certificates/VC-0/certificate.pdf',
  '/api/stays/VC-0/voucher.pdf',
  '/api/qr/TC-0000009',
];
const travelProviderCalls = [
  ['put', '/api/stays/VC-0/wishes'],
  ['post', '/api/stays/VC-0/accept'],
] as const;
const lists = [
  '/api/finds/gpx',
  '/api/finds/summary',
  '/api/finds/search?q=mill',
  '/api/cards/near?lat=1&lng=1',
  '/api/cards/in?bbox=1,1,2,2&zoom=9',
];

describe('a member who asks too often', () => {
  test.each([
    ...drawings.map((path) => ['drawings', path] as const),
    ...lists.map((path) => ['lists', path] as const),
  ])('for %s gets no more for a minute: %s', async (kind, path) => {
    const { client } = await limitedMember({ drawings: 60, lists: 120, [kind]: 0 });
    const answer = await client.get(path);
    expect(expectError(answer, 429, 'too_many_requests').message).toBe('Too many requests. Please try again in 1 minute.');
    expect(answer.headers.get('Retry-After')).toBe('60');
  });

  test.each(travelProviderCalls)('causes no more calls to the travel provider for a minute: %s %s', async (method, path) => {
    const { client } = await limitedMember({ drawings: 0, lists: 120 });
    expectError(await client[method](path), 429, 'too_many_requests');
  });

  test('causes no more calls to Stripe for a minute', async () => {
    const { member } = await payingMember('basic');
    const { client } = member;
    const { order } = await openCheckout(client, 'cache-cards', '10');
    const { body: paid } = await client.get<PaymentHistory>('/api/payments');
    client.workerEnv = { ...client.workerEnv, SIGN_UP_LIMITS: undefined, DRAWINGS_LIMITER: fakeLimiter(0) } as typeof client.workerEnv;
    const requests = await watchStripe();
    const calls = [
      ['get', '/api/membership/card'],
      ['post', '/api/membership/card'],
      ['post', '/api/membership/card/confirm', { setupIntent: 'seti_1' }],
      ['post', '/api/membership/cancel'],
      ['post', '/api/membership/resume'],
      ['post', '/api/membership/confirm'],
      ['get', `/api/payments/${paid.payments[0]?.id}/receipt`],
      ['get', '/api/payment-intent/cache-cards/10'],
      ['post', '/api/payment-intent/cache-cards/10', {}],
      ['post', '/api/cache-cards/order', { quantity: 10 }],
      ['post', `/api/orders/${order?.id}/confirm`],
      ['post', `/api/orders/${order?.id}/use-balance`],
      ['post', `/api/orders/${order?.id}/cancel`],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = method === 'get' ? await client.get(path) : await client.post(path, body);
      expect([path, answer.status]).toEqual([path, 429]);
    }
    expect(await requests()).toEqual([]);
  });

  test.each<[string, (member: TestMember) => Promise<Answer<unknown>>]>([
    [
      'a password change',
      ({ client, password }) => client.post('/api/change-password', { currentPassword: password, newPassword: 'new-pass-1' }),
    ],
    ['an administrator', async ({ id }) => (await newAdmin('admin')).client.post(`/api/admin/users/${id}/sign-out`)],
    [
      'too many sign-ins',
      async ({ id, email, password }) => {
        const now = Math.floor(Date.now() / 1_000);
        await change(
          `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
           INSERT INTO sessions (id_hash, user_id, created_at, expires_at) SELECT 'many-' || ?1 || '-' || i, ?1, ?2 + 1, ?2 + 1000 FROM n`,
          id,
          now,
          maxSessions,
        );
        return new Client().post('/api/login', { email, password });
      },
    ],
  ])('with a session ended by %s uses up nothing of its member’s', async (_, end) => {
    const member = await newMember();
    const { email, password } = member;
    const thief = new Client();
    thief.token = (await new Client().post<{ token: string }>('/api/login', { email, password })).body.token;
    expect((await end(member)).status).toBe(200);
    expectError(await thief.get('/api/user'), 401);
    const owner = (await member.client.get('/api/user')).status === 200 ? member.client : new Client();
    if (owner !== member.client) await owner.post('/api/login', { email, password });
    const limiter = fakeLimiter(1);
    for (const one of [owner, thief])
      one.workerEnv = { ...one.workerEnv, SIGN_UP_LIMITS: undefined, DRAWINGS_LIMITER: limiter } as typeof one.workerEnv;
    expectError(await thief.get('/api/referrals/qr'), 401);
    expect((await owner.get('/api/referrals/qr')).status).toBe(200);
  });

  test('is counted by network address while KV fails', async () => {
    const { client } = await limitedMember({ drawings: 1, lists: 0 });
    const fails = () => Promise.reject(new Error('KV is down'));
    client.workerEnv = { ...client.workerEnv, SESSIONS: { get: fails, put: fails } as unknown as KVNamespace };
    expect((await client.get('/api/referrals/qr')).status).toBe(200);
  });

  test('has one count for all drawings and another for all lists, of their own', async () => {
    const { client, id } = await limitedMember({ drawings: 2, lists: lists.length });
    const card = await newCard({ owner: id });
    const path = `/api/qr/${card.cardId}`;
    expect((await client.get(path)).status).toBe(200);
    expect((await client.get(`/api/cache-cards/print.pdf?card=${card.cardId}`)).status).toBe(200);
    expectError(await client.get(path), 429);
    for (const list of lists) expect((await client.get(list)).status).toBe(200);
    const other = await directMember();
    other.client.workerEnv = client.workerEnv;
    expect((await other.client.get(path)).status).toBe(200);
    const visitor = new Client();
    visitor.workerEnv = client.workerEnv;
    expect((await visitor.get(path)).status).toBe(200);
  });

  test('without an account is limited per network address, and other addresses are not', async () => {
    const { client, id } = await limitedMember({ drawings: 2, lists: 0 });
    const path = `/api/qr/${(await newCard({ owner: id })).cardId}`;
    const visitors = Array.from({ length: 4 }, () => new Client());
    for (const [index, visitor] of visitors.entries()) {
      visitor.workerEnv = client.workerEnv;
      visitor.address = index < 3 ? '198.51.100.7' : '198.51.100.8';
    }
    const answers = [];
    for (const visitor of visitors) answers.push((await visitor.get(path)).status);
    expect(answers).toEqual([200, 200, 429, 200]);
    for (const visitor of visitors.slice(0, 1)) expectError(await visitor.get('/api/cards/in?bbox=1,1,2,2&zoom=9'), 429);
  });

  test('gets no more map tiles for a minute, counted by network address', async () => {
    const [one, other] = [new Client(), new Client()];
    const limiter = fakeLimiter(1);
    for (const client of [one, other])
      client.workerEnv = { ...client.workerEnv, SIGN_UP_LIMITS: undefined, MAP_TILES: '', TILES_LIMITER: limiter };
    other.address = '198.51.100.9';
    const path = '/api/tiles/0/0/0';
    expectError(await one.get(path), 404, 'not_found');
    expectError(await one.get(path), 429, 'too_many_requests');
    expectError(await other.get(path), 404, 'not_found');
  });

  test.each([
    ['is limited in development by default, as by `npm start`', { SIGN_UP_LIMITS: undefined }, 429],
    ['is not limited in development where limits are off', { SIGN_UP_LIMITS: 'off' }, 200],
    ['is always limited in production', { ENVIRONMENT: 'production', SIGN_UP_LIMITS: 'off' }, 429],
  ])('%s', async (_, settings, status) => {
    const { client } = await limitedMember({ drawings: 0, lists: 0 }, settings);
    expect((await client.get('/api/finds/gpx')).status).toBe(status);
  });
});
