import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { isCardId } from '#schema/cards/card-id.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { keyRow, owedRow, tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { filling } from '#tests/worker/support/filled-database.ts';

const triggers = [
  'audit_log_no_delete',
  'audit_log_no_rewrite',
  'cache_cards_new_owner',
  'cache_cards_tiles_added',
  'cache_cards_tiles_moved',
  'cache_cards_tiles_removed',
  'card_anchors_apart',
  'chests_owed',
  'chests_owed_changed',
  'commissions_owed',
  'commissions_owed_changed',
  'commissions_owed_gone',
  'key_events_counters',
  'key_events_no_delete',
  'key_events_no_update',
  'owed_token_events_no_delete',
  'owed_token_events_no_update',
  'owed_token_events_sum',
  'payout_addresses_added',
  'payout_addresses_changed',
  'payout_addresses_removed',
  'payout_queue_kept',
  'review_decisions_no_delete',
  'review_decisions_no_rewrite',
  'review_decisions_undone_once',
  'review_effects_no_delete',
  'review_effects_no_update',
  'sessions_not_suspended',
  'token_transactions_balance',
  'token_transactions_balance_listed',
  'token_transactions_no_delete',
  'token_transactions_no_update',
  'token_transactions_owed',
  'users_one_referrer',
  'users_start_empty',
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

describe('a migrated database in use', () => {
  beforeAll(async () => {
    for (const sql of filling) await run(sql);
  });

  test('has no empty table, so that each rule below has something to reject', async () => {
    const tables = await names('table');
    const counts = await env.DB.batch<{ n: number }>(tables.map((table) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`)));
    expect(tables.filter((_, index) => counts[index]?.results[0]?.n === 0)).toEqual([]);
    expect(tables.length).toBeGreaterThanOrEqual(30);
  });

  test('has exactly the triggers and indexes that the rules need', async () => {
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

  test('keeps every foreign key intact', async () => {
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
    ['a second ledger row for one cause', tokenRow('scan', { user: 2, amount: 1, subject: 1 }), 'UNIQUE'],
    ['a negative balance', tokenRow('redemption', { user: 2, amount: -2 }), 'users_token_balance_never_negative'],
    [
      'a negative balance that the caller wants ignored on conflict of the cause',
      `${tokenRow('redemption', { user: 2, amount: -2, from: 'WHERE true' })} ON CONFLICT (user_id, kind, subject_id, other_id, turn) DO NOTHING`,
      'users_token_balance_never_negative',
    ],
    ['a ledger row without a member', tokenRow('scan', { user: 99, amount: 1, subject: 1 }), 'FOREIGN KEY'],
    ['a changed owed-token row', `UPDATE owed_token_events SET amount = 9`, 'append-only'],
    ['a deleted owed-token row', `DELETE FROM owed_token_events`, 'append-only'],
    ['negative owed tokens', owedRow('forgiveness', { user: 1, amount: -9, subject: 1 }), 'users_owed_tokens_never_negative'],
    ['a redemption of owed tokens', tokenRow('redemption', { user: 1, amount: -1 }), 'redemption_leaves_what_is_owed'],
    [
      'a redemption by a suspended member',
      `${tokenRow('adjustment', { user: 3, amount: 2, turn: 90 })} UNION ALL SELECT 3, -1, ${tokenKinds.redemption.code}, 90, 0, 0, 'A redemption', 1`,
      'NOT NULL constraint failed: users.token_balance',
    ],
    ['a changed key event', `UPDATE key_events SET amount = 9`, 'append-only'],
    ['a deleted key event', `DELETE FROM key_events`, 'append-only'],
    ['negative keys', keyRow('referral', { user: 1, amount: -2, subject: 3 }), 'users_keys_never_negative'],
    [
      'keys that a friend never brought, taken back',
      // The referrer earned one key for this friend, so losing two must be rejected.
      `${keyRow('referral', { user: 1, amount: 1, subject: 3 })} UNION ALL SELECT 1, 0, -2, 2, 0, 1, 1`,
      'users_keys_never_negative',
    ],
    ['keys without a subject', keyRow('referral', { user: 1, amount: 1, subject: 0 }), 'key_events_subject'],
    [
      'the same keys twice',
      keyRow('referral', { user: 1, amount: 1, subject: 2 }),
      'UNIQUE constraint failed: key_events.user_id, key_events.kind, key_events.subject_id, key_events.other_id, key_events.turn',
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
    ['a proof link without encryption', `UPDATE ownership_claims SET proof_url = 'http://x.test/p'`, 'ownership_claims_proof'],
    ['half a coordinate', `UPDATE cache_cards SET longitude = NULL`, 'cache_cards_coordinates'],
    ['half a shown place', `UPDATE cache_cards SET shown_longitude_e6 = NULL`, 'cache_cards_shown'],
    ['a hidden card that is shown', `UPDATE cache_cards SET visibility = 'hidden'`, 'cache_cards_shown'],
    ['a shown place of a card without one', `UPDATE cache_cards SET latitude = NULL, longitude = NULL`, 'cache_cards_shown'],
    [
      'an anchor next to another of the same owner',
      'INSERT INTO card_anchors (user_id, latitude, longitude) SELECT user_id, latitude + 0.0009, longitude + 0.0009 FROM card_anchors',
      'card_anchors_apart',
    ],
    ['mailbox hashes of a closed report', "UPDATE card_reports SET closed_at = 1, mailbox_hash = 'x'", 'card_reports_hashes'],
    ['half an anchor', `UPDATE cache_cards SET anchor_latitude = 1`, 'cache_cards_anchor'],
    ['a distance without its accuracy', `UPDATE card_scans SET distance_m = 5`, 'card_scans_distance'],
    ['a negative distance', `UPDATE card_scans SET distance_m = -1, accuracy_m = 5`, 'card_scans_distance'],
    [
      'a second find of a card by one member',
      `INSERT INTO card_scans (card_id, user_id, scan_date, kind, source, code_was_right, request_key) VALUES (1, 2, 1, 0, 3, 0, 'r:2')`,
      'UNIQUE',
    ],
  ])('rejects %s', async (_, sql, reason) => {
    await expect(run(sql)).rejects.toThrow(reason);
  });

  const withLetterAt = (place: number) => `TC-${'0'.repeat(place)}A${'0'.repeat(6 - place)}`;
  test.each([
    'TC-0000000',
    'TC-9999999',
    'TC-000000',
    'TC-00000000',
    'tc-0000001',
    ' TC-0000001',
    ...[0, 1, 2, 3, 4, 5, 6].map(withLetterAt),
  ])('accepts the card id %j if and only if the code does', async (cardId) => {
    const set = env.DB.prepare('UPDATE cache_cards SET card_id = ?').bind(cardId).run();
    if (isCardId(cardId)) await set;
    else await expect(set).rejects.toThrow('cache_cards_card_id');
  });

  test('allows clearing the referrer only for an unverified member whose referral has earned nothing', async () => {
    const add = (id: number, verifiedAt: string) =>
      run(
        `INSERT INTO users (id, email, email_key, email_verified_at, password_hash, referral_code, referred_by_id, created_at)
         VALUES (${id}, 'r${id}', 'r${id}', ${verifiedAt}, '!', 'REFER${id}', 1, 1)`,
      );
    await add(71, 'NULL');
    await add(72, '1');
    await add(73, 'NULL');
    await run(keyRow('referral', { user: 1, amount: 1, subject: 73 }));
    const forget = (id: number) => run(`UPDATE users SET referred_by_id = NULL WHERE id = ${id}`);
    await expect(run('UPDATE users SET referred_by_id = 2 WHERE id = 71')).rejects.toThrow('set once');
    for (const id of [72, 73]) await expect(forget(id)).rejects.toThrow('set once');
    await forget(71);
    expect(await env.DB.prepare('SELECT referred_by_id AS r FROM users WHERE id = 71').first()).toEqual({ r: null });
  });

  test('derives balance and keys from the ledgers', async () => {
    await env.DB.batch([
      env.DB.prepare(tokenRow('adjustment', { user: 2, amount: 7 })),
      env.DB.prepare(keyRow('placement', { user: 2, amount: 3, subject: 1 })),
      ...[2, -1].map((amount, turn) => env.DB.prepare(keyRow('referral', { user: 2, amount, subject: 1, turn }))),
    ]);
    const columns = 'token_balance AS tokens, treasure_keys AS treasure, community_keys AS community, keys_brought AS brought';
    expect((await run(`SELECT ${columns} FROM users WHERE id IN (1, 2) ORDER BY id`)).results).toEqual([
      expect.objectContaining({ brought: 1 }),
      { tokens: 8, treasure: 1, community: 3, brought: 1 },
    ]);
  });

  test('blanks personal data in the audit rows of an erased member', async () => {
    const blanked = await run(`UPDATE audit_log SET before = NULL, after = NULL, reason = NULL, address = NULL`);
    expect(blanked.meta.changes).toBe(1);
  });
});
