/**
 * Number of rows read and written by the most frequent calls, as counted by D1. Each additional row makes every visit more expensive, so
 * find the cause before you raise a limit. `npm run bench` shows that the counts do not grow with the tables.
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keyRow } from '#tests/support/tokens/ledger-rows.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { placedCard } from '#tests/worker/support/cards/placed-cards.ts';
import { Client, change, newCard, setClock, type TestCard } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';

const morning = '2026-11-20T10:00:00Z';
const park = { latitude: 35.5951, longitude: -82.5515 };
const visitor = new Client();
const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
let [finder, beginner, owner]: DirectMember[] = [];
let found: TestCard | undefined;

const member = (one: DirectMember | undefined): DirectMember => {
  if (!one) throw new Error('Members are created in beforeAll');
  return one;
};
const scan = (by: Client, card: { cardId: string; code?: string | null } | undefined, headers: Record<string, string> = {}) =>
  by.call('POST', '/api/scan', { cardId: card?.cardId, code: card?.code, source: 'camera' }, headers);
const notFoundYet = () => newCard({ owner: member(owner).id });

beforeAll(async () => {
  setClock(morning);
  [finder, beginner, owner] = [await directMember({ role: 'basic' }), await directMember(), await directMember({ role: 'basic' })];
  for (let card = 0; card < 3; card += 1) await newCard({ owner: finder.id });
  for (let number = 0; number < 3; number += 1) {
    const friend = await directMember({ referredBy: owner.id });
    // Adds commissions and reversals. The referrals page must not read them.
    for (const [turn, amount] of [2, -2, 2].entries())
      await change(keyRow('referral', { user: owner.id, amount, subject: friend.id, turn }));
  }
  for (let card = 0; card < 5; card += 1) {
    found = await notFoundYet();
    expect((await scan(finder.client, found)).status).toBe(200);
  }
  for (let card = 0; card < 20; card += 1) await placedCard(owner, { ...park, longitude: park.longitude + card / 100 });
  // The cards shown to a member are recorded once a day, so the day's first request writes more rows than later ones.
  await finder.client.get(`/api/cards/near?lat=${park.latitude}&lng=${park.longitude}`);
});
beforeEach(() => setClock(morning));
afterEach(() => {
  vi.useRealTimers();
});

type Ask = () => Promise<() => Promise<{ status: number }>>;
const asking =
  (path: string, by: () => Client): Ask =>
  async () =>
  () =>
    by().get(path);
const finderClient = () => member(finder).client;
const owners = () => member(owner).client;

test.each<[call: string, status: number, trips: number, read: number, written: number, prepare: Ask]>([
  ['GET /api/user', 200, 1, 3, 0, asking('/api/user', finderClient)],
  ['GET /api/card/{id}, signed in', 200, 1, 2, 0, async () => () => finderClient().get(`/api/card/${found?.cardId}`)],
  ['GET /api/card/{id}, signed out', 200, 1, 1, 0, async () => () => visitor.get(`/api/card/${found?.cardId}`)],
  [
    'POST /api/scan, rewarded',
    200,
    2,
    14,
    13,
    async () => {
      const card = await notFoundYet();
      return () => scan(finderClient(), card);
    },
  ],
  [
    'POST /api/scan, rewarded, with a key',
    200,
    2,
    14,
    14,
    async () => {
      const card = await notFoundYet();
      return () => scan(finderClient(), card, { 'Idempotency-Key': 'of-this-scan-1' });
    },
  ],
  [
    'POST /api/scan, the first of a day',
    200,
    2,
    14,
    13,
    async () => {
      const card = await notFoundYet();
      return () => scan(member(beginner).client, card);
    },
  ],
  ['POST /api/scan, already collected', 200, 1, 5, 0, async () => () => scan(finderClient(), found)],
  [
    'POST /api/scan, of one’s own card',
    200,
    1,
    4,
    0,
    async () => {
      const card = await newCard({ owner: member(finder).id });
      return () => scan(finderClient(), card);
    },
  ],
  ['POST /api/scan, of an unknown card', 404, 2, 16, 6, async () => () => scan(finderClient(), { cardId: 'TC-9999999' })],
  ['GET /api/cache-cards', 200, 1, 7, 0, asking('/api/cache-cards', finderClient)],
  ['GET /api/tokens', 200, 1, 17, 0, asking('/api/tokens', finderClient)],
  [
    'GET /api/qr/{id}',
    200,
    1,
    1,
    0,
    async () => {
      // Uses a card that this data center has not cached yet, so the call reads the database.
      const { cardId } = await notFoundYet();
      return () => visitor.get(`/api/qr/${cardId}`);
    },
  ],
  ['GET /api/membership', 200, 1, 3, 0, asking('/api/membership', finderClient)],
  ['GET /api/referrals', 200, 1, 3, 0, asking('/api/referrals', finderClient)],
  ['GET /api/referrals, with three friends', 200, 1, 9, 0, asking('/api/referrals', owners)],
  ['GET /api/referrals, with more friends than a page has', 200, 2, 11, 0, asking('/api/referrals?limit=2', owners)],
  ['GET /api/referrals, on a later page', 200, 1, 6, 0, asking('/api/referrals?limit=2&cursor=999999', owners)],
  ['GET /api/earnings', 200, 1, 2, 0, asking('/api/earnings', finderClient)],
  ['GET /api/cards/near', 200, 2, 120, 0, asking(`/api/cards/near?lat=${park.latitude}&lng=${park.longitude}`, finderClient)],
  // Includes sending the notification after the response.
  [
    'POST /api/scan, whose owner chose push notifications',
    200,
    5,
    40,
    22,
    async () => {
      const watched = await directMember({ role: 'basic' });
      await change("INSERT INTO notification_choices (user_id, channel, topic) VALUES (?, 'push', 'card_found')", watched.id);
      const card = await newCard({ owner: watched.id });
      return () => scan(finderClient(), card);
    },
  ],
])('%s answers %i after %i round trips, reads at most %i rows and writes at most %i', async (_, status, trips, read, written, prepare) => {
  const ask = await prepare();
  const clients = [visitor, finderClient(), owners(), member(beginner).client];
  for (const client of clients) client.workerEnv = countedEnv;
  Object.assign(use, { roundTrips: 0, rowsRead: 0, rowsWritten: 0 });
  const answer = await ask();
  for (const client of clients) client.workerEnv = env as unknown as Env;
  expect(answer.status).toBe(status);
  expect(use.roundTrips).toBe(trips);
  expect(use.rowsRead).toBeLessThanOrEqual(read);
  expect(use.rowsWritten).toBeLessThanOrEqual(written);
});
