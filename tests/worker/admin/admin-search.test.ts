/** Administrator search ranks exact matches first and reads few rows. Product rules: Administrators. */
import { env } from 'cloudflare:workers';
import type { D1Database as PlainDatabase } from '@cloudflare/workers-types';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SearchResult } from '#schema/admin/search.ts';
import { seedBulk } from '#scripts/seed/bulk/bulk.ts';
import { seedBulkAdmins } from '#scripts/seed/bulk/bulk-admin-data.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { change, expectError, newCard, newMember } from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';

const rowsReadAtMost = 60;
const { env: countedEnv, use } = countingDatabase(env as unknown as Env);
let admin: TestAdmin;
let plain: TestAdmin;

const maud = 900_001;
const order = 910_001;
const joining = order + 1;

beforeAll(async () => {
  const now = Math.floor(Date.now() / 1_000);
  admin = await newAdmin('super_admin');
  plain = await newAdmin('admin');
  const db = env.DB as unknown as PlainDatabase;
  await seedBulk(db, { members: 2_000, cards: 2_000, scans: 2_000 }, now, (made) => seedBulkAdmins(db, made, now));
  await change(
    `INSERT INTO users (id, email, email_key, username, username_key, first_name, last_name, first_name_key, last_name_key, role, password_hash, referral_code, stripe_customer_id, created_at)
     VALUES (${maud}, 'Maud@Quince.test', 'maud@quince.test', 'MaudQ', 'maudq', 'Maud', 'Quince-Ferrer', 'maud', 'quince ferrer', 'premium', '!', 'MAUDCODE', 'cus_Maud00000001', 1)`,
  );
  await change(
    `INSERT INTO users (id, email, email_key, username, username_key, first_name, password_hash, referral_code, created_at, erased_at)
     VALUES (900002, 'gone@quince.test', 'gone@quince.test', NULL, NULL, NULL, '!', 'GONECODE', 1, 2)`,
  );
  await change(
    `INSERT INTO orders (id, reference, user_id, kind, quantity, amount_cents, status, delivery, stripe_payment_intent_id, created_at, expires_at, paid_at)
     VALUES (${order}, 'abcdef0123456789abcd', ${maud}, 'cache_cards', 5, 500, 'paid', 'ship', 'pi_Maud00000001', 1, 9, 2)`,
  );
  await change(
    `INSERT INTO subscriptions (user_id, stripe_subscription_id, tier, status, created_at, updated_at) VALUES (${maud}, 'sub_Maud00000001', 'premium', 'active', 1, 1)`,
  );
  await change(
    `INSERT INTO orders (id, reference, user_id, kind, tier, quantity, amount_cents, status, stripe_subscription_id, created_at, expires_at, paid_at)
     VALUES (${joining}, 'abcdef0123456789abce', ${maud}, 'membership', 'premium', NULL, 10000, 'paid', 'sub_Maud00000001', 1, 9, 2)`,
  );
  await change(
    `INSERT INTO payments (id, user_id, subscription_id, stripe_invoice_id, amount_cents, currency, description, paid_at)
     SELECT 915000, ${maud}, id, 'in_Maud000000001', 500, 'usd', 'Renewal', 2 FROM subscriptions WHERE stripe_subscription_id = 'sub_Maud00000001'`,
  );
  await change(
    `INSERT INTO order_refunds (order_id, payment_id, user_id, amount_cents, reason, note, state, stripe_refund_id, asked_at, asked_by_id)
     SELECT ${joining}, 915000, ${maud}, 100, 'requested_by_customer', 'x', 'made', 're_Maud000000001', 2, id FROM admins LIMIT 1`,
  );
  await change(
    `INSERT INTO stripe_events (id, type, object_id, user_id, received_at) VALUES ('evt_Maud00000001', 'charge.refunded', 'ch_Maud000000001', ${maud}, 1)`,
  );
  await change(
    `INSERT INTO print_orders (id, reference, order_id, environment, card_size, quantity, printer_order_id, status, status_at, created_at)
     VALUES (920001, 'print-maud', ${order}, 'production', 'card_flat_105x74_mm', 5, '176355-M', 'shipped', 1, 1)`,
  );
  await change(
    `INSERT INTO print_events (print_order_id, type, item, tracking, occurred_at, received_at) VALUES (920001, 'ItemShipped', 'a', '1Z 999 AA1 0123456784', 1, 1)`,
  );
  await change(
    `INSERT INTO vacation_certificates (id, number, user_id, type, tokens_redeemed, activation_link, pdf_url, travel_plug_id, created_at, activate_by, valid_until)
     VALUES (930001, 'VC-7K2M-9QXA', ${maud}, 'global', 120, 'https://x.test/a', 'https://x.test/p', 'TP-MAUD-7', 1, 2, 3)`,
  );
  await change(`INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (${maud}, 'Pay@Quince.test', 1)`);
  await change(
    `INSERT INTO contact_messages (id, name, email, message, created_at) VALUES (940001, 'Maud', 'other@quince.test', 'The quicksilver trail is flooded', 1)`,
  );
  await change(
    `INSERT INTO payout_runs (id, request, scope, expected_lines, created_at, created_by_id) VALUES (7, '1:k', 'all', 1, 1, ${admin.id})`,
  );
  await change(
    `INSERT INTO payout_run_lines (id, run_id, user_id, address, amount_cents, entries, place) VALUES (1042, 7, ${maud}, 'pay@quince.test', 1000, 1, 0)`,
  );
  await change(
    `INSERT INTO payouts (id, user_id, amount_cents, entries, reference, request, paid_at) VALUES (950001, ${maud}, 1000, 1, 'CC-7-1042', 'run:7', 2)`,
  );
  await change(
    `INSERT INTO users (id, email, email_key, password_hash, referral_code, created_at) VALUES (31, 'x@31.test', 'x@31.test', '!', 'X31', 1)`,
  );
  await change(
    `INSERT INTO orders (id, user_id, kind, quantity, amount_cents, created_at, expires_at) VALUES (31, 31, 'cache_cards', 5, 500, 1, 9)`,
  );
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
     INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at) SELECT ${maud}, 100, 1, 'Transfer 9', 'many:' || i, 2 FROM n`,
  );
  await change(
    `INSERT INTO disputes (id, stripe_dispute_id, payment_id, user_id, amount_cents, currency, reason, state, opened_at)
     VALUES (970001, 'du_Maud000000001', 915000, ${maud}, 500, 'usd', 'fraudulent', 'lost', 2)`,
  );
  const card = await newCard({ owner: maud, cardId: 'TC-0000031' });
  await newCard({ cardId: 'TC-0000032', paid: false });
  await change("UPDATE cache_cards SET location = 'Quicksilver Bend' WHERE id = ?", card.id);
  await change(
    `INSERT INTO ownership_claims (id, user_id, card_id, proof_url, created_at, updated_at) VALUES (960001, ${maud}, ${card.id}, 'https://x.test/p', 1, 1)`,
  );
}, 120_000);

async function search(q: string, step = 'ids', by = admin) {
  by.client.workerEnv = countedEnv;
  Object.assign(use, { roundTrips: 0, rowsRead: 0 });
  const { body } = await by.client.get<SearchResult[]>(`/api/admin/search?${new URLSearchParams({ q, in: step })}`);
  return { found: body.map(({ kind, id }) => `${kind} ${id}`), body, used: { ...use } };
}

const line = ['payment 950001', 'run 7'];

test.each<[string, ...string[]]>([
  [`Order ${order}`, `order ${order}`],
  [`order #${order}`, `order ${order}`],
  [`#${order}`, `order ${order}`],
  [`${maud}`, `member ${maud}`],
  [`Member ${maud}`, `member ${maud}`],
  ['31', 'order 31', 'member 31', 'card TC-0000031', `member ${maud}`],
  ['0000031', 'card TC-0000031', `member ${maud}`],
  ['Message 940001', 'message 940001'],
  ['claim 960001', 'claim 960001'],
  ['payout 950001', 'payment 950001'],
  ['run 7', 'run 7'],
  ['TC-0000031', 'card TC-0000031', `member ${maud}`],
  ['tc0000031', 'card TC-0000031', `member ${maud}`],
  ['tc 0000031', 'card TC-0000031', `member ${maud}`],
  ['vc-7k2m-9qxa', 'certificate 930001', `member ${maud}`],
  ['TP-MAUD-7', 'certificate 930001'],
  ['maud@QUINCE.test', `member ${maud}`, 'dispute 970001'],
  ['pay@quince.test', `member ${maud}`],
  ['Other@quince.test', 'message 940001'],
  ['mAUDq', `member ${maud}`],
  ['maudcode', `member ${maud}`],
  ['maud@q', `member ${maud}`],
  ['quince-F', `member ${maud}`],
  ['Maud Qui', `member ${maud}`],
  ['CC-7-1042', ...line],
  ['cc-7-1042', ...line],
  ['ABCDEF0123456789abcd', `order ${order}`],
  ['print-maud', `order ${order}`],
  ['176355-M', `order ${order}`],
  ['1z999aa10123456784', `order ${order}`, `member ${maud}`],
  ['1Z 999 AA1 0123 456 784', `order ${order}`, `member ${maud}`],
  ['du_Maud000000001', 'dispute 970001'],
  ['cus_Maud00000001', `member ${maud}`],
  ['sub_Maud00000001', `member ${maud}`, `order ${joining}`],
  ['re_Maud000000001', `order ${joining}`, `member ${maud}`],
  ['pi_Maud00000001', `order ${order}`],
  ['in_Maud000000001', `order ${joining}`, `member ${maud}`],
  ['evt_Maud00000001', `member ${maud}`, 'event evt_Maud00000001'],
  ['ch_Maud000000001', `member ${maud}`, 'event evt_Maud00000001'],
])('the search “%s” finds exact matches by an index', async (q, ...wanted) => {
  const { found, used } = await search(q);
  expect(found).toEqual(wanted);
  expect(used.rowsRead, q).toBeLessThanOrEqual(rowsReadAtMost);
  // Allows two database round trips: one to authenticate the administrator, one to search.
  expect(used.roundTrips).toBeLessThanOrEqual(2);
});

test('a search result shows what it is, its owner and state, and why it was found', async () => {
  expect((await search('1Z999AA10123456784')).body).toEqual([
    { kind: 'order', id: String(order), by: 'tracking', name: 'cache_cards', email: 'Maud@Quince.test', state: 'paid' },
    { kind: 'member', id: String(maud), by: 'tracking', name: 'Maud Quince-Ferrer', email: 'Maud@Quince.test', state: 'premium' },
  ]);
});

test('a search for a reference of many payments returns a few, and one for an unknown reference nothing', async () => {
  const many = await search('Transfer 9');
  expect(many.found).toHaveLength(5);
  expect(many.used.rowsRead).toBeLessThanOrEqual(rowsReadAtMost);
  for (const q of [
    'nothing like it',
    'gone@quince.test',
    'GONECODE',
    'Member 900002',
    'TC-0000032',
    "'; --",
    '𝕐',
    '%',
    '999999999999999',
  ]) {
    const { found, used } = await search(q);
    expect(found, q).toEqual([]);
    expect(used.rowsRead, q).toBeLessThanOrEqual(rowsReadAtMost);
  }
});

test('the search finds places and messages by any part of their texts', async () => {
  for (const [q, wanted] of [
    ['QUICKSILVER', 'card TC-0000031'],
    ['is flooded', 'message 940001'],
  ] as const) {
    expect((await search(q, 'texts')).found, q).toContain(wanted);
  }
  const { used, found } = await search('a', 'texts');
  expect(found.length).toBeGreaterThan(5);
  expect(used.roundTrips).toBe(2);
  await change('DELETE FROM contact_messages');
  await change('UPDATE cache_cards SET available_at = NULL');
  expect((await search('maud q', 'texts')).used.rowsRead).toBeLessThanOrEqual(rowsReadAtMost);
});

describe('any name or phone number of a member', () => {
  /** Changes the profile as the site does, so that the search keys are those that the product writes. */
  async function memberWith(profile: Record<string, string>): Promise<string> {
    const { client, id } = await newMember();
    await client.patch('/api/user', profile);
    return `member ${id}`;
  }

  test.each([
    ['Zoë', 'Şahingöz', 'sahing', 'Sahingoz, Zoe', 'zoe sahingoz', 'ŞAHİNGÖZ'],
    ['Bjørk', 'Jónsdóttir', 'jonsdottir', 'Jonsdottir Bjork', 'bjork jons'],
    ['Emil', 'Straße', 'strasse', 'Strasse Emil', 'STRASSE, EMIL'],
    ['Ola', 'Łódź', 'lodz', 'Lodz, Ola'],
    ['Øystein', 'Åsmark', 'oystein', 'asmark oystein', 'øystein å'],
    ['Ada Augusta', 'Lovelace', 'Ada Lovelace', 'Lovelace Ada', 'Lovelace, Ada', 'augusta lovelace ada'],
    ['Fionn-Óg', 'O’Dálaigh', 'fionn og odalaigh', "O'Dalaigh, Fionn"],
    ['太郎', '山田崎', '山田崎', '山田崎 太郎'],
  ])('%s %s is found whatever the diacritics and the order', async (firstName, lastName, ...texts) => {
    const found = await memberWith({ firstName, lastName });
    for (const q of texts) {
      const { used, ...result } = await search(q);
      expect(result.found, q).toContain(found);
      expect(used.rowsRead, q).toBeLessThanOrEqual(rowsReadAtMost);
      const list = await admin.client.get<{ id: number }[]>(`/api/admin/users?${new URLSearchParams({ q })}`);
      expect(`member ${list.body[0]?.id}`, q).toBe(found);
    }
  });

  test.each([
    ['+44 (0)20 7946 0018', '020 7946 0018', '+442079460018', '0044-20-7946-0018', '7946 0018'],
    ['(828) 555-0177', '+1 828 555 0177', '18285550177', '828.555.0177'],
    ['0170 2345678', '+49 170 2345678', '0049 (170) 234 56 78'],
  ])('the number %s is found in any format', async (phone, ...texts) => {
    const found = await memberWith({ phone });
    for (const q of [phone, ...texts]) {
      expect((await search(q)).body, q).toContainEqual(expect.objectContaining({ by: 'phone', id: found.replace('member ', '') }));
      expect(`member ${(await admin.client.get<{ id: number }[]>(`/api/admin/users?${new URLSearchParams({ q })}`)).body[0]?.id}`).toBe(
        found,
      );
    }
  });

  test('a new member is found by the name given at registration', async () => {
    const { id, user } = await newMember();
    expect((await search(`${user.lastName} mem`)).found).toContain(`member ${id}`);
  });

  test('a change of the profile changes what finds the member, and a job adds missing keys', async () => {
    const { client, id } = await newMember();
    const found = `member ${id}`;
    await client.patch('/api/user', { firstName: 'Grażyna', lastName: 'Wójcik', phone: '+48 600 100 200' });
    await client.patch('/api/user', { lastName: 'Zając', phone: null });
    expect((await search('wojcik')).found).not.toContain(found);
    expect((await search('600100200')).found).not.toContain(found);
    expect((await search('zajac gra')).found).toContain(found);
    await change("UPDATE users SET first_name = 'Żaneta', first_name_key = '', last_name_key = '' WHERE id = ?", id);
    expect((await search('zajac')).found).not.toContain(found);
    await fire('add-up-totals');
    expect((await search('zajac zan')).found).toContain(found);
  });
});

test('the search shows payments but no payout runs to a plain administrator', async () => {
  expect((await search('CC-7-1042', 'ids', plain)).found).toEqual(['payment 950001']);
  expect((await search('run 7', 'ids', plain)).found).toEqual([]);
});

test('an invalid search is rejected with a message', async () => {
  for (const [query, field] of [
    ['', 'q'],
    ['q=', 'q'],
    ['q=%20', 'q'],
    [`q=${'x'.repeat(501)}`, 'q'],
    ['q=4&in=everything', 'in'],
  ] as const) {
    const { fields } = expectError(await admin.client.get(`/api/admin/search?${query}`), 400, 'invalid_input');
    expect(fields?.[field], query).toMatch(/\w/);
  }
});
