import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { filling } from './support/filled-database.ts';

const triggers = [
  'admins_end_reset_links',
  'audit_log_counted',
  'audit_log_no_delete',
  'audit_log_no_rewrite',
  'cache_cards_available',
  'cache_cards_counted',
  'cache_cards_gone',
  'cache_cards_list_changed',
  'cache_cards_new_owner',
  'cache_cards_tiles_added',
  'cache_cards_tiles_moved',
  'cache_cards_tiles_removed',
  'card_anchors_apart',
  'chests_leave_run',
  'chests_owed',
  'chests_owed_changed',
  'chests_owed_gone',
  'commissions_gone_from_run',
  'commissions_leave_run',
  'commissions_owed',
  'commissions_owed_changed',
  'commissions_owed_gone',
  'commissions_reduce_run',
  'contact_messages_list_changed',
  'contact_messages_listed',
  'key_events_counters',
  'key_events_no_delete',
  'key_events_no_update',
  'orders_list_changed',
  'orders_listed',
  'outbox_listed',
  'outbox_unlisted',
  'owed_token_events_no_delete',
  'owed_token_events_no_update',
  'owed_token_events_sum',
  'ownership_claims_list_changed',
  'ownership_claims_listed',
  'payments_revenue',
  'payments_revenue_returned',
  'payout_addresses_leave_run',
  'payout_lines_free',
  'payout_lines_in',
  'payout_lines_out',
  'payout_lines_paid',
  'payout_lines_returned',
  'payout_lines_sent',
  'payout_queue_kept',
  'payout_queue_summed',
  'payouts_listed',
  'referral_commissions_list_changed',
  'referral_commissions_list_gone',
  'referral_commissions_listed',
  'review_decisions_listed',
  'review_decisions_no_delete',
  'review_decisions_no_rewrite',
  'review_decisions_undone_once',
  'review_effects_no_delete',
  'review_effects_no_update',
  'sessions_not_suspended',
  'subscriptions_counted',
  'subscriptions_recounted',
  'token_transactions_balance',
  'token_transactions_balance_listed',
  'token_transactions_listed',
  'token_transactions_no_delete',
  'token_transactions_no_update',
  'token_transactions_owed',
  'token_transactions_refunds',
  'token_transactions_totals',
  'treasure_chest_payouts_list_changed',
  'treasure_chest_payouts_listed',
  'users_counted',
  'users_erased',
  'users_leave_run',
  'users_list_changed',
  'users_one_referrer',
  'users_owe_review',
  'users_start_empty',
  'users_verified_confirms',
  'vacation_certificates_list_changed',
  'vacation_certificates_listed',
];

const run = (sql: string) => env.DB.prepare(sql).run();

async function names(type: string): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations' ORDER BY name`,
  )
    .bind(type)
    .all<{ name: string }>();
  return results.map((row) => row.name);
}

describe('a database that every migration was applied to, in use', () => {
  beforeAll(async () => {
    for (const sql of filling) await run(sql);
  });

  test('no table is empty, so that each rule below has something to refuse', async () => {
    const tables = await names('table');
    const counts = await env.DB.batch<{ n: number }>(tables.map((table) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`)));
    expect(tables.filter((_, index) => counts[index]?.results[0]?.n === 0)).toEqual([]);
    expect(tables.length).toBeGreaterThanOrEqual(30);
  });

  test('has exactly the triggers and the indexes that the rules need', async () => {
    expect(await names('trigger')).toEqual(triggers);
    expect(await names('index')).toEqual(
      expect.arrayContaining([
        'card_scans_once',
        'card_reports_open',
        'orders_one_open_cards',
        'orders_one_open_membership',
        'users_email_key_unique',
      ]),
    );
  });

  test('keeps every foreign key whole', async () => {
    expect((await env.DB.prepare('PRAGMA foreign_key_check').all()).results).toEqual([]);
  });

  test.each([
    ['a suspension without a reason', `UPDATE users SET suspended_at = 2 WHERE id = 1`, 'users_suspended_with_reason'],
    [
      'a session of a suspended member',
      `INSERT INTO sessions (id_hash, user_id, created_at, expires_at) SELECT 'new', id, 1, 9 FROM users WHERE id = 3`,
      'member_suspended',
    ],
    ['a changed ledger row', `UPDATE token_transactions SET amount = 9`, 'append-only'],
    ['a deleted ledger row', `DELETE FROM token_transactions`, 'append-only'],
    [
      'a second ledger row for one cause',
      `INSERT INTO token_transactions (user_id, amount, type, description, cause, created_at) VALUES (2, 1, 'scan', NULL, 'scan:1:2', 1)`,
      'UNIQUE',
    ],
    [
      'a negative balance',
      `INSERT INTO token_transactions (user_id, amount, type, description, cause, created_at) VALUES (2, -2, 'redemption', 'Too much', 'x', 1)`,
      'users_token_balance_never_negative',
    ],
    [
      'a negative balance that the caller wants ignored on conflict of the cause',
      `INSERT INTO token_transactions (user_id, amount, type, description, cause, created_at) VALUES (2, -2, 'redemption', 'Too much', 'x', 1) ON CONFLICT (cause) DO NOTHING`,
      'users_token_balance_never_negative',
    ],
    [
      'a ledger row of nobody',
      `INSERT INTO token_transactions (user_id, amount, type, description, cause, created_at) VALUES (99, 1, 'scan', NULL, 'y', 1)`,
      'FOREIGN KEY',
    ],
    ['a changed row of what is owed', `UPDATE owed_token_events SET amount = 9`, 'append-only'],
    ['a deleted row of what is owed', `DELETE FROM owed_token_events`, 'append-only'],
    [
      'less than nothing owed',
      `INSERT INTO owed_token_events (user_id, amount, kind, related_entity_type, related_entity_id, cause, created_at) VALUES (1, -9, 'forgiveness', 'order', '1', 'z', 1)`,
      'users_owed_tokens_never_negative',
    ],
    [
      'a redemption of what is owed',
      `INSERT INTO token_transactions (user_id, amount, type, description, cause, created_at) VALUES (1, -1, 'redemption', 'x', 'y', 1)`,
      'redemption_leaves_what_is_owed',
    ],
    ['a changed key event', `UPDATE key_events SET amount = 9`, 'append-only'],
    ['a deleted key event', `DELETE FROM key_events`, 'append-only'],
    [
      'negative keys',
      `INSERT INTO key_events (user_id, kind, amount, cause, created_at) VALUES (1, 'treasure', -2, 'z', 1)`,
      'users_keys_never_negative',
    ],
    [
      'keys that a friend never brought, taken back',
      `INSERT INTO key_events (user_id, kind, amount, related_entity_type, related_entity_id, cause, created_at)
       VALUES (1, 'treasure', 9, NULL, NULL, 'gift', 1), (1, 'treasure', -2, 'user', '2', 'referral:2:2', 1)`,
      'users_keys_never_negative',
    ],
    [
      'a Treasure Key of a referral that names nobody',
      `INSERT INTO key_events (user_id, kind, amount, cause, created_at) VALUES (1, 'treasure', 1, 'referral:9', 1)`,
      'key_events_name_friend',
    ],
    ['another referrer', `UPDATE users SET referred_by_id = NULL WHERE id = 2`, 'set once'],
    [
      'a member who starts with tokens',
      `INSERT INTO users (email, email_key, password_hash, referral_code, token_balance, created_at) VALUES ('c', 'c', '!', 'CCCCCCCC', 5, 1)`,
      'no tokens',
    ],
    [
      'a member who starts with keys that they brought',
      `INSERT INTO users (email, email_key, password_hash, referral_code, keys_brought, created_at) VALUES ('c', 'c', '!', 'CCCCCCCC', 1, 1)`,
      'no tokens',
    ],
    ['a deleted audit row', `DELETE FROM audit_log`, 'stay'],
    ['a rewritten audit row', `UPDATE audit_log SET action = 'other'`, 'stay'],
    ['a deleted member', `DELETE FROM users WHERE id = 1`, 'FOREIGN KEY'],
    ['a card with a malformed id', `UPDATE cache_cards SET card_id = 'TC-12'`, 'cache_cards_card_id'],
    ['half a coordinate', `UPDATE cache_cards SET longitude = NULL`, 'cache_cards_coordinates'],
    ['half a shown place', `UPDATE cache_cards SET shown_longitude_e6 = NULL`, 'cache_cards_shown'],
    ['a hidden card that is shown', `UPDATE cache_cards SET visibility = 'hidden'`, 'cache_cards_shown'],
    ['a shown place of a card without one', `UPDATE cache_cards SET latitude = NULL, longitude = NULL`, 'cache_cards_shown'],
    [
      'an anchor beside another of the same owner',
      'INSERT INTO card_anchors (user_id, latitude, longitude) SELECT user_id, latitude + 0.0009, longitude + 0.0009 FROM card_anchors',
      'card_anchors_apart',
    ],
    ['whose a closed report was', "UPDATE card_reports SET closed_at = 1, mailbox_hash = 'x'", 'card_reports_hashes'],
    ['half an anchor', `UPDATE cache_cards SET anchor_latitude = 1`, 'cache_cards_anchor'],
    ['a distance without its accuracy', `UPDATE card_scans SET distance_m = 5`, 'card_scans_distance'],
    ['a distance below nothing', `UPDATE card_scans SET distance_m = -1, accuracy_m = 5`, 'card_scans_distance'],
    [
      'a second find of a card by one member',
      `INSERT INTO card_scans (card_id, user_id, scan_date, kind, source, code_was_right, request_key) VALUES (1, 2, 1, 'rewarded', 'link', 0, 'r:2')`,
      'UNIQUE',
    ],
  ])('refuses %s', async (_, sql, reason) => {
    await expect(run(sql)).rejects.toThrow(reason);
  });

  test('lets a referrer be forgotten by who has proved nothing and earned them nothing, but by nobody else', async () => {
    const add = (id: number, verifiedAt: string) =>
      run(
        `INSERT INTO users (id, email, email_key, email_verified_at, password_hash, referral_code, referred_by_id, created_at)
         VALUES (${id}, 'r${id}', 'r${id}', ${verifiedAt}, '!', 'REFER${id}', 1, 1)`,
      );
    await add(71, 'NULL');
    await add(72, '1');
    await add(73, 'NULL');
    await run(`INSERT INTO key_events (user_id, kind, amount, related_entity_type, related_entity_id, cause, created_at)
               VALUES (1, 'treasure', 1, 'user', '73', 'referral:73', 1)`);
    const forget = (id: number) => run(`UPDATE users SET referred_by_id = NULL WHERE id = ${id}`);
    await expect(run('UPDATE users SET referred_by_id = 2 WHERE id = 71')).rejects.toThrow('set once');
    for (const id of [72, 73]) await expect(forget(id)).rejects.toThrow('set once');
    await forget(71);
    expect(await env.DB.prepare('SELECT referred_by_id AS r FROM users WHERE id = 71').first()).toEqual({ r: null });
  });

  test('derives balance and keys from the ledgers', async () => {
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO token_transactions (user_id, amount, type, description, cause, created_at) VALUES (2, 7, 'adjustment', 'Gift', 'adj:1', 1)`,
      ),
      env.DB.prepare(`INSERT INTO key_events (user_id, kind, amount, cause, created_at) VALUES (2, 'community', 3, 'adj:1', 1)`),
      ...[2, -1].map((amount) =>
        env.DB.prepare(
          `INSERT INTO key_events (user_id, kind, amount, related_entity_type, related_entity_id, cause, created_at)
           VALUES (2, 'treasure', ${amount}, 'user', '1', 'referral:1:${amount}', 1)`,
        ),
      ),
    ]);
    const columns = 'token_balance AS tokens, treasure_keys AS treasure, community_keys AS community, keys_brought AS brought';
    expect((await run(`SELECT ${columns} FROM users WHERE id IN (1, 2) ORDER BY id`)).results).toEqual([
      expect.objectContaining({ brought: 1 }),
      { tokens: 8, treasure: 1, community: 3, brought: 1 },
    ]);
  });

  test('blanks personal data inside an audit row where a member is erased', async () => {
    const blanked = await run(`UPDATE audit_log SET before = NULL, after = NULL, reason = NULL, address = NULL`);
    expect(blanked.meta.changes).toBe(1);
  });
});
