/** Whatever becomes of a row, the numbers that are kept of its list are those of the rows. Product rules: Administrators. */

import { env } from 'cloudflare:workers';
import type { D1Database as PlainDatabase } from '@cloudflare/workers-types';
import { beforeAll, expect, test } from 'vitest';
import { countedLists } from '#schema/admin/list.ts';
import { tokenKinds } from '#schema/ledger-kinds.ts';
import { seedBulk } from '#scripts/seed/bulk.ts';
import { seedBulkOfAdmins } from '#scripts/seed/bulk-of-admins.ts';
import { listCountSelects } from '#scripts/seed/list-counts.ts';
import { newAdmin, type TestAdmin } from './support/administrators.ts';
import { change } from './support/client.ts';

const db = env.DB as unknown as PlainDatabase;
let admin: TestAdmin;

beforeAll(async () => {
  admin = await newAdmin('super_admin');
  const now = Math.floor(Date.now() / 1_000);
  await seedBulk(db, { members: 60, cards: 60, scans: 120 }, now, (made) => seedBulkOfAdmins(db, made, now));
}, 60_000);

async function expectCountsToHold() {
  const kept = (await env.DB.prepare('SELECT list, a, b, c, n FROM list_counts WHERE n <> 0').all()).results;
  const counted = [];
  for (const select of listCountSelects) counted.push(...(await env.DB.prepare(select).all()).results);
  const inOrder = (cells: unknown[]) => cells.map((cell) => JSON.stringify(cell)).sort();
  expect(inOrder(kept)).toEqual(inOrder(counted));
  return new Set(counted.map((cell) => (cell as { list: string }).list));
}

test('are kept of every list from its first row on', async () => {
  expect([...(await expectCountsToHold())].sort()).toEqual(Object.keys(countedLists).sort());
});

const some = 'id % 3 = 0';
test.each([
  `UPDATE users SET role = 'free', membership_expires_at = NULL WHERE ${some}`,
  `UPDATE users SET suspended_at = 5, suspended_reason = 'x' WHERE id % 4 = 0`,
  'UPDATE users SET deletion_requested_at = 5 WHERE id % 5 = 0',
  'UPDATE users SET owed_tokens = id % 4',
  'UPDATE users SET erased_at = 6 WHERE id % 10 = 0',
  `UPDATE cache_cards SET status = 'missing' WHERE ${some}`,
  'UPDATE cache_cards SET available_at = NULL WHERE id % 4 = 0',
  'UPDATE cache_cards SET available_at = 7 WHERE id % 8 = 0',
  `UPDATE orders SET sent_to_print_at = 5 WHERE ${some}`,
  "UPDATE orders SET status = 'refunded' WHERE id % 4 = 0",
  `UPDATE ownership_claims SET status = 'withdrawn' WHERE ${some}`,
  `UPDATE vacation_certificates SET status = 'expired', review = 'passed' WHERE status = 'active'`,
  `UPDATE vacation_certificates SET booking_status = 'failed' WHERE booking_status = 'waiting'`,
  'UPDATE contact_messages SET handled_at = iif(handled_at IS NULL, 5, NULL)',
  `UPDATE referral_commissions SET status = 'held' WHERE status = 'pending' AND ${some}`,
  `UPDATE referral_commissions SET amount_cents = 0 WHERE ${some}`,
  `UPDATE treasure_chest_payouts SET status = 'held' WHERE status = 'pending' AND ${some}`,
  `DELETE FROM referral_commissions WHERE payout_id IS NULL AND id % 7 = 0`,
])('hold after %s', async (sql) => {
  await change(sql);
  await expectCountsToHold();
});

test('are what the lists say of each filter and of filters together', async () => {
  const total = async (path: string) => Number((await admin.client.get(`/api/admin/${path}`)).headers.get('X-Total-Count'));
  const count = async (from: string) => (await env.DB.prepare(`SELECT count(*) AS n FROM ${from}`).first<{ n: number }>())?.n;
  for (const [path, from] of [
    ['users', 'users WHERE erased_at IS NULL'],
    ['users?role=free', "users WHERE erased_at IS NULL AND role = 'free'"],
    ['users?state=owing', 'users WHERE erased_at IS NULL AND owed_tokens > 0'],
    ['users?state=suspended&role=free', "users WHERE erased_at IS NULL AND suspended_at IS NOT NULL AND role = 'free'"],
    ['users?state=leaving', 'users WHERE erased_at IS NULL AND deletion_requested_at IS NOT NULL'],
    ['cards?status=missing', "cache_cards WHERE available_at IS NOT NULL AND status = 'missing'"],
    ['tokens', 'token_transactions'],
    ['tokens?type=scans', 'token_transactions WHERE kind <= 1'],
    ['tokens?type=adjustment', `token_transactions WHERE kind = ${tokenKinds.adjustment.code}`],
    ['orders?status=paid&kind=cache_cards', "orders WHERE status = 'paid' AND kind = 'cache_cards'"],
    ['certificates?review=refused&status=cancelled', "vacation_certificates WHERE review = 'refused' AND status = 'cancelled'"],
    ['messages?state=open', 'contact_messages WHERE handled_at IS NULL'],
    ['payouts/commissions?status=pending', "referral_commissions WHERE status = 'pending' AND amount_cents <> 0"],
    ['audit?entity=user', "audit_log WHERE entity_type = 'user'"],
    [`audit?admin=${admin.id}&entity=user`, `audit_log WHERE entity_type = 'user' AND admin_id = ${admin.id}`],
    ['mails', 'outbox'],
    // Of days, and of a member: counted.
    ['orders?from=2000-01-01&status=paid', "orders WHERE status = 'paid'"],
    ['tokens?from=2000-01-01&to=2999-12-31', 'token_transactions'],
  ] as const) {
    expect(await total(path), path).toBe(await count(from));
  }
});
