/**
 * Tests every list in every sort order and with every filter. Without an index, a list would read all of the thousands of rows seeded here.
 */

import { env } from 'cloudflare:workers';
import type { D1Database as PlainDatabase } from '@cloudflare/workers-types';
import { beforeAll, describe, expect, test } from 'vitest';
import { backgroundHeader } from '#schema/admin/background.ts';
import { listCases, withId } from '#scripts/lab/bench/admin/admin-cases.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { seedBulkAdmins } from '#scripts/seed/bulk/bulk-admin-data.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import { app } from '#worker/app.ts';
import type { Env } from '#worker/env.ts';
import { getListShape } from '#worker/routes/admin/list.ts';

const rowsReadAtMost = 500;
/** A line of the payout queue reads 11 rows, because the tax threshold counts all accounts of a payee. */
const payoutRowsReadAtMost = 700;
const roundTripsAtMost = 2;
const members = 5_000;

const db = env.DB as unknown as PlainDatabase;
const lists = app.routes.flatMap(({ path, handler }) => {
  const shape = getListShape(handler);
  return shape ? [{ path, shape }] : [];
});
const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
let admin: TestAdmin;

beforeAll(async () => {
  const now = Math.floor(Date.now() / 1_000);
  // Creates the administrators before seeding because the seeded rows refer to the oldest and the newest administrator.
  admin = await newAdmin('super_admin');
  await newAdmin('admin');
  await seedBulk(db, { members, cards: members, scans: members * 2 }, now, (made) => seedBulkAdmins(db, made, now));
  admin.client.workerEnv = countedEnv;
}, 60_000);

async function ask(path: string, headers?: Record<string, string>) {
  Object.assign(use, { roundTrips: 0, rowsRead: 0 });
  const answer = await admin.client.get<unknown[]>(path, headers);
  return { answer, used: { ...use } };
}

test('the administrators’ lists are found in the route table', () => {
  expect(lists.length).toBeGreaterThanOrEqual(8);
});

test('the administrators’ lists have seeded rows to measure, with known exceptions', async () => {
  const empty: string[] = [];
  for (const { path } of lists) if ((await ask(withId(path, 17))).answer.body.length === 0) empty.push(path);
  expect(empty.sort()).toEqual(['/api/admin/payouts/runs', '/api/admin/payouts/runs/lines', '/api/admin/print-orders', '/api/test-cards']);
});

test('the seeded money adds up', async () => {
  await fire('check-ledger');
  const { body } = await admin.client.get<{ money: { checkedAt: string | null; differences: string[] } }>('/api/admin/system');
  expect(body.money).toMatchObject({ checkedAt: expect.any(String), differences: [] });
});

test('a call that a page repeats by itself returns the first page without counting the matches', async () => {
  const counted = await ask('/api/admin/users');
  const repeated = await ask('/api/admin/users', { [backgroundHeader]: '1' });
  expect(repeated.answer.body).toEqual(counted.answer.body);
  expect([counted, repeated].map(({ answer }) => answer.headers.has('X-Total-Count'))).toEqual([true, false]);
  expect(counted.used.rowsRead).toBeGreaterThan(members);
  expect(repeated.used.rowsRead).toBeLessThan(rowsReadAtMost);
});

describe.each(lists)('the list $path', (list) => {
  test('reads few rows in every order, with every filter, on every page', { tags: 'long' }, async () => {
    const expensive: string[] = [];
    const allowed = list.path === '/api/admin/payouts' ? payoutRowsReadAtMost : rowsReadAtMost;
    for (const one of await listCases(db, { ...list, path: withId(list.path, 17) }, Math.floor(Date.now() / 1_000))) {
      for (let page: string | undefined = one.path, number = 1; page !== undefined && number <= 3; number += 1) {
        const { answer, used } = await ask(page);
        expect(answer.status, page).toBe(200);
        // If a scan reaches its limit on the first page, one more round trip counts the matches.
        const countTrips = one.kind === 'scanned' && number === 1 ? 1 : 0;
        if (used.roundTrips > roundTripsAtMost + countTrips) expensive.push(`${one.path}, page ${number}: ${used.roundTrips} round trips`);
        // The first page also counts all matches, so it may read two more rows per match. Lists that scan rows without an index have their
        // own limit.
        const counts = one.kind === 'counted' && number === 1 ? 2 * Number(answer.headers.get('X-Total-Count')) : 0;
        if ((one.kind === 'indexed' || one.kind === 'counted') && used.rowsRead > allowed + counts)
          expensive.push(`${one.path}, page ${number}: ${used.rowsRead} rows read`);
        page = /<([^>]*)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
      }
    }
    expect(expensive).toEqual([]);
  });
});

describe('an exact match comes first in a search', () => {
  const value = async (sql: string) => String((await env.DB.prepare(sql).first<{ v: unknown }>())?.v);
  // Each case has a list, a search text, and a query whose result replaces `{}` in the text. An optional fourth entry is a query for the id
  // expected first; by default, that is the first query's result.
  test.each([
    ['orders', 'Order {}', 'SELECT min(id) + 7 AS v FROM orders'],
    ['orders', '#{}', 'SELECT min(id) + 31 AS v FROM orders'],
    ['orders', '{}', 'SELECT min(id) + 4 AS v FROM orders'],
    [
      'orders',
      '{}',
      'SELECT stripe_payment_intent_id AS v FROM payments WHERE order_id IS NOT NULL',
      'SELECT order_id AS v FROM payments WHERE order_id IS NOT NULL',
    ],
    ['users', '{}', 'SELECT min(id) + 31 AS v FROM users'],
    ['users', 'member {}', 'SELECT min(id) + 3 AS v FROM users'],
    [
      'users',
      '{}',
      "SELECT upper(email) AS v FROM users WHERE email LIKE '%@bulk.test'",
      "SELECT id AS v FROM users WHERE email LIKE '%@bulk.test'",
    ],
    [
      'users',
      '{}',
      "SELECT username AS v FROM users WHERE email LIKE '%@bulk.test'",
      "SELECT id AS v FROM users WHERE email LIKE '%@bulk.test'",
    ],
    [
      'cards',
      '{}',
      'SELECT lower(card_id) AS v FROM cache_cards WHERE id = (SELECT min(id) + 5 FROM cache_cards)',
      'SELECT min(id) + 5 AS v FROM cache_cards',
    ],
    [
      'certificates',
      '{}',
      'SELECT travel_plug_id AS v FROM vacation_certificates WHERE travel_plug_id IS NOT NULL',
      'SELECT id AS v FROM vacation_certificates WHERE travel_plug_id IS NOT NULL',
    ],
    ['claims', 'claim {}', 'SELECT min(id) + 7 AS v FROM ownership_claims'],
    ['messages', 'Message {}', 'SELECT min(id) + 7 AS v FROM contact_messages'],
    [
      'payouts',
      '{}',
      'SELECT u.email AS v FROM payout_queue q JOIN users u ON u.id = q.id WHERE q.rank = 1',
      'SELECT q.id AS v FROM payout_queue q JOIN users u ON u.id = q.id WHERE q.rank = 1',
    ],
    ['payouts/commissions', 'commission {}', 'SELECT min(id) + 12 AS v FROM referral_commissions'],
    ['payouts/chests', '{}', 'SELECT min(id) + 12 AS v FROM treasure_chest_payouts'],
    ['payouts/payments', 'payout {}', 'SELECT min(id) AS v FROM payouts'],
  ])('in %s: %s', async (list, text, sought, expected = sought) => {
    const q = text.replace('{}', await value(`${sought} LIMIT 1`));
    const { answer } = await ask(`/api/admin/${list}?${new URLSearchParams({ q })}`);
    const [first] = answer.body as { id: number }[];
    expect(String(first?.id), q).toBe(await value(`${expected} LIMIT 1`));
  });
});
