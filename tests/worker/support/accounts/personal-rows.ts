/** A member with personal data in every possible field, for tests of the data download and of erasure. */

import { env } from 'cloudflare:workers';
import { getTableName } from 'drizzle-orm';
import { memberReferences, sampleRow } from '#tests/support/database/sample-row.ts';
import { keyRow, owedRow, tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { newMember, row, sessionCookie, type TestMember } from '#tests/worker/support/client.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { sha256 } from '#worker/security/random.ts';
import { allTables } from '#worker/store/list-columns.ts';

export interface FilledMember {
  /** Text that appears in every field identifying the member and nowhere else. */
  mark: string;
  /** Distance to the card, as reported with the scan. This number appears nowhere else in the database. */
  distance: number;
  member: TestMember;
  friend: TestMember;
  referrer: TestMember;
}

let filled = 0;

export async function filledMember(): Promise<FilledMember> {
  filled += 1;
  const mark = `zaphyra${filled}`;
  const distance = 12_345_670 + filled;
  const referrer = await newMember();
  const member = await newMember({ email: `${mark}@example.test`, ref: referrer.user.referralCode });
  const friend = await newMember({ ref: member.user.referralCode });
  const values = {
    member: member.id,
    friend: friend.id,
    referrer: referrer.id,
    now: Math.floor(Date.now() / 1_000),
    mark,
    distance,
    travelerKey: (await readConfig(env as unknown as Env)).travelerKeys[0].id,
    unique: `${mark}-${member.id}`,
    session: await sha256(member.client.cookies.get(sessionCookie) ?? ''),
  };
  await env.DB.batch(filling.map((sql) => bindNamed(sql, values)));
  return { mark, distance, member, friend, referrer };
}

/** Binds `:name` placeholders. Ids are cast because D1 binds every number as REAL. */
function bindNamed(sql: string, values: Record<string, string | number>): D1PreparedStatement {
  const used: (string | number)[] = [];
  const text = sql.replace(/(?<![\w'])(:)(\w+)/g, (_, __, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for :${name}`);
    used.push(value);
    return Number.isInteger(value) ? 'CAST(? AS INTEGER)' : '?';
  });
  return env.DB.prepare(text).bind(...used);
}

/** Rows that need specific values. Every other table that references members gets a sample row. */
const handwritten = [
  `INSERT INTO admins (id, email, email_key, password_hash, role, created_at) VALUES (1, 'Ada@x.test', 'ada@x.test', '!', 'super_admin', 1) ON CONFLICT DO NOTHING`,
  `UPDATE users SET language = :mark, dream_destination = :mark, shown_medal = :mark, opened_chest_month = :mark, time_zone = :mark, earlier_time_zones = json_array(json_object('zone', :mark, 'until', :now)), username = :unique, username_key = :unique, username_skeleton = :unique, first_name = :mark, last_name = :mark, first_name_key = :mark, last_name_key = :mark, phone = :mark, phone_key = :mark, address = :mark,
     city = :mark, state = :mark, zip = :mark, country = :mark, firebase_uid = :unique, oauth_provider = 'google', photo_url = :mark,
     registration_address_hash = :mark, referral_code = :unique, stripe_customer_id = 'cus_' || :unique, email_verified_at = :now,
     suspended_at = :now, suspended_reason = :mark
   WHERE id = :member`,
  `UPDATE sessions SET user_agent = :mark, country = :mark, last_used_at = :now, push_endpoint = :unique, push_public_key = :mark, push_secret = :mark,
     push_since = :now WHERE user_id = :member`,
  `INSERT INTO sign_ins (user_id, outcome, way, at, hour, user_agent, country) VALUES (:member, 'failed', 'passkey', :now, :now, :mark, :mark)`,
  `UPDATE outbox SET payload = json_object('firstName', :mark), last_error = :mark WHERE user_id = :member`,
  `INSERT INTO user_auth_providers (user_id, provider, provider_id, email_key, created_at, last_used_at) VALUES (:member, 'google', :unique, :mark || '@example.test', :now, :now)`,
  `INSERT INTO orders (user_id, kind, quantity, amount_cents, status, delivery, shipping_address, created_at, expires_at, paid_at)
   VALUES (:member, 'cache_cards', 5, 500, 'paid', 'ship', json_object('name', :mark), :now, :now, :now)`,
  `INSERT INTO subscriptions (user_id, stripe_subscription_id, tier, status, created_at, updated_at, ended_at)
   VALUES (:member, 'sub_' || CAST(:member AS TEXT), 'basic', 'canceled', :now, :now, :now)`,
  `INSERT INTO payments (user_id, order_id, stripe_payment_intent_id, amount_cents, currency, card_fingerprint, description, paid_at)
   SELECT user_id, id, 'pi_' || user_id, 500, 'usd', :mark, '5 Cache Cards', :now FROM orders WHERE user_id = :member`,
  `INSERT INTO disputes (stripe_dispute_id, payment_id, user_id, amount_cents, currency, reason, state, opened_at, due_by, closed_at, answer, answer_state,
     answer_error, answer_note, answered_at, answered_by_id, evidence, customer)
   SELECT 'du_' || id, id, user_id, 500, 'usd', 'fraudulent', 'lost', :now - 200, :now - 100, :now - 100, 'evidence', 'made', :mark, :mark, :now, 1,
     json_object('customer_name', :mark), json_object('email', :mark) FROM payments WHERE user_id = :member`,
  `INSERT INTO outbox (message_id, template, to_address, payload, cause, status, next_attempt_at, created_at)
   SELECT '<dispute-' || id || '@outbox>', 'dispute_raised', 'ops@x.test', json_object('member', :mark), 'dispute_raised:' || stripe_dispute_id || ':ops@x.test',
     'sent', :now, :now FROM disputes WHERE user_id = :member`,
  `INSERT INTO order_refunds (order_id, payment_id, user_id, amount_cents, reason, note, state, error, asked_at, asked_by_id)
   SELECT order_id, id, user_id, 100, 'requested_by_customer', :mark, 'refused', :mark, :now, 1 FROM payments WHERE user_id = :member`,
  `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, cause, created_at)
   VALUES (:member, 'basic', :now - 100, :now - 50, 'grant', 'grant:old:' || CAST(:member AS TEXT), :now)`,
  `INSERT INTO stripe_events (id, type, object_id, user_id, received_at, applied_at, error, about)
   VALUES ('evt_' || CAST(:member AS TEXT), 'payment_intent.succeeded', 'pi_1', :member, :now, :now, :mark, :mark)`,
  `INSERT INTO print_orders (reference, order_id, environment, card_size, quantity, design_url, quote, tracking, error, resend_reason, status_at, created_at)
   SELECT 'order-' || id, id, 'production', 'card_flat_105x74_mm', 5, :mark, json_object('name', :mark), :mark, :mark, :mark, :now, :now FROM orders WHERE user_id = :member`,
  `INSERT INTO print_events (print_order_id, type, item, tracking, message, occurred_at, received_at)
   SELECT p.id, 'ItemShipped', 'one', :mark, :mark, :now, :now FROM orders o JOIN print_orders p ON p.order_id = o.id WHERE o.user_id = :member`,
  `INSERT INTO cache_cards (card_id, code, user_id, order_id, status, location, available_at, created_at)
   SELECT printf('TC-%07d', id % 900000 + 2000000), 'AAAA0000', user_id, id, 'active', 'Old mill', :now, :now FROM orders WHERE user_id = :member`,
  `INSERT INTO cache_cards (card_id, code, user_id, order_id, status, available_at, created_at)
   SELECT printf('TC-%07d', id % 900000 + 3000000), 'BBBB0000', user_id, id, 'ordered', :now, :now FROM orders WHERE user_id = :member`,
  `INSERT INTO cache_cards (card_id, code, status, available_at, created_at) SELECT printf('TC-%07d', id % 900000 + 4000000), 'CCCC0000', 'active', :now, :now FROM orders WHERE user_id = :member`,
  `INSERT INTO card_scans (card_id, user_id, scan_date, kind, source, code_was_right, distance_m, accuracy_m, age_s, address_hash, request_key)
   SELECT max(id), :member, :now, 0, 0, 1, :distance, 12, 3600, :mark, :mark FROM cache_cards`,
  `INSERT INTO card_scans (card_id, user_id, scan_date, kind, source, code_was_right) SELECT id, :friend, :now, 0, 0, 1 FROM cache_cards WHERE user_id = :member`,
  `INSERT INTO find_logs (card_id, user_id, owner_id, text, written_at) SELECT max(id), :member, :friend, :mark, :now FROM cache_cards`,
  `INSERT INTO find_logs (card_id, user_id, owner_id, text, written_at) SELECT max(id), :friend, :member, :mark, :now FROM cache_cards WHERE user_id = :member`,
  `INSERT INTO find_logs (card_id, user_id, owner_id, text, written_at, thanked_at) SELECT min(id), :friend, :member, :mark, :now, :now FROM cache_cards WHERE user_id = :member`,
  `INSERT INTO digest_choices (user_id, frequency, next_at, after_entry_id, after_report_id, told_through) VALUES (:member, 'daily', :now + 90000000, 1, 1, :now)`,
  `INSERT INTO card_watches (user_id, latitude, longitude, radius_km, next_at, after_arrival_id) VALUES (:member, 35.59, -82.55, 25, :now + 90000000, 1)`,
  `INSERT INTO card_reports (card_id, user_id, created_at, mailbox_hash, address_hash) SELECT max(id), :member, :now, :mark, :mark FROM cache_cards`,
  `INSERT INTO card_anchors (user_id, latitude, longitude) VALUES (:member, 35.123, -82.456)`,
  `INSERT INTO ownership_claims (user_id, card_id, proof_url, admin_comment, created_at, updated_at)
   SELECT :member, max(id), 'https://' || :mark || '.test/me.jpg', :mark, :now, :now FROM cache_cards`,
  `INSERT INTO member_days (user_id, day, rewarded_scans) VALUES (:member, '2026-01-01', 1)`,
  `INSERT INTO card_allowances (user_id, day, shown) SELECT :member, '2026-01-01', json_array(max(id)) FROM cache_cards`,
  tokenRow('adjustment', { user: ':member', amount: 200, turn: 0, at: ':now' }),
  owedRow('reversal', { user: 'user_id', amount: 7, subject: 'id', at: ':now', from: 'FROM orders WHERE user_id = :member' }),
  keyRow('referral', { user: ':member', amount: 3, subject: ':friend', at: ':now' }),
  `INSERT INTO vacation_certificates (number, user_id, type, tokens_redeemed, activation_link, pdf_url, holder_name, cancel_reason, created_at, activate_by, valid_until,
     status, review, review_signals, review_question, review_asked_at, reviewed_at, reviewed_by_id, review_reason,
     refused_person, mailbox_hash)
   VALUES ('VC-' || CAST(:member AS TEXT), :member, 'global', 120, 'https://cards.test/a', 'https://cards.test/p', :mark, :mark, :now, :now, :now,
     'cancelled', 'refused', json_array(:mark), :mark, :now, 1, 1, :mark, :mark, :mark)`,
  `INSERT INTO stays (certificate_id, user_id, stage, traveler, entered_traveler, wishes, comment, provider_error, closed_at)
   SELECT id, user_id, 'returned', :travelerKey || '.' || :mark, :travelerKey || '.' || :mark, json_array(:mark), :mark, :mark, :now FROM vacation_certificates WHERE user_id = :member`,
  `INSERT INTO review_cases (certificate_id, closed_at) SELECT id, 1 FROM vacation_certificates WHERE user_id = :member`,
  `INSERT INTO case_members (user_id, certificate_id, mailbox_hash, former_mailbox_hashes, is_disposable) SELECT user_id, id, :mark, json_array(:mark), 0 FROM vacation_certificates WHERE user_id = :member`,
  `INSERT INTO referral_commissions (referrer_id, referred_id, amount_cents, payment_reference, created_at) VALUES (:member, :friend, 1000, :mark, :now)`,
  `INSERT INTO referral_commissions (referrer_id, referred_id, amount_cents, created_at) VALUES (:referrer, :member, 1000, :now)`,
  `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, paid_by_id, payment_reference, created_at) VALUES (:member, '2026-01', 1, 200, 1, 1, :mark, :now)`,
  `INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at, paid_by_id) VALUES (:member, 300, 1, :mark, '1:filled', :now, 1)`,
  `INSERT INTO payout_runs (request, scope, status, expected_lines, created_at, created_by_id) VALUES ('run-of-' || :member, 'all', 'paid', 1, :now, 1)`,
  `INSERT INTO payout_run_lines (run_id, user_id, address, amount_cents, entries, place, status) SELECT max(id), :member, :mark || '@pay.test', 300, 1, 0, 'paid' FROM payout_runs`,
  `INSERT INTO payout_run_entries (line_id, kind, entry_id, amount_cents) SELECT max(id), 'chest', 1000000 + :member, 300 FROM payout_run_lines`,
  `INSERT INTO review_decisions (key, admin_id, action, reason, members, created_at) VALUES ('k-' || :member, 1, 'hold', :mark, 1, :now)`,
  `INSERT INTO review_effects (decision_id, user_id, kind, entity_id, before, taken, owed)
     SELECT id, :member, 'member', :member, '{}', 0, 0 FROM review_decisions WHERE key = 'k-' || :member`,
  `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, reason, request_id, created_at)
     SELECT 1, 'review.hold', 'review_decision', CAST(id AS TEXT), :mark, 'r', :now FROM review_decisions WHERE key = 'k-' || :member`,
  `INSERT INTO second_looks (certificate_id, passed_by_id, passed_at, reason)
     SELECT max(id), 1, :now, :mark FROM vacation_certificates WHERE user_id = :member`,
  `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, reason, request_id, created_at)
     SELECT 1, 'second_look.raised', 'second_look', CAST(max(s.id) AS TEXT), :mark, 'r', :now FROM second_looks s
     JOIN vacation_certificates c ON c.id = s.certificate_id WHERE c.user_id = :member`,
  `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, user_id, before, after, reason, address, request_id, created_at)
   VALUES (1, 'user.update', 'user', CAST(:member AS TEXT), :member, json_object('city', :mark), json_object('city', :mark), :mark, '192.0.2.1', 'r', :now)`,
  `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, after, request_id, created_at)
   VALUES (1, 'user.update', 'user', CAST(CAST(:member AS INTEGER) AS TEXT), json_object('city', :mark), 'r', :now)`,
  `INSERT INTO audit_log (action, entity_type, entity_id, user_id, address, request_id, created_at) VALUES ('own.change', 'session', '1', :member, :mark, 'r', :now)`,
  `INSERT INTO contact_messages (name, email, message, user_id, address_hash, created_at) VALUES (:mark, 'another@example.test', :mark, :member, :mark, :now)`,
  `INSERT INTO contact_messages (name, email, message, created_at) SELECT :mark, upper(email), :mark, :now FROM users WHERE id = :member`,
  `INSERT INTO outbox (message_id, template, to_address, payload, cause, status, next_attempt_at, created_at)
   SELECT '<contact-' || max(id) || '@x>', 'contact_message', 'office@cards.test', json_object('message', :mark), 'contact_message:' || max(id), 'sent', :now, :now FROM contact_messages`,
  `INSERT INTO contact_replies (message_id, kind, text, admin_id, created_at) SELECT max(id), 'answer', :mark, 1, :now FROM contact_messages`,
  `INSERT INTO contact_replies (message_id, kind, text, created_at) SELECT id, 'reply', :mark, :now FROM contact_messages WHERE user_id = :member`,
  `INSERT INTO contact_notes (message_id, text, admin_id, created_at) SELECT max(id), :mark, 1, :now FROM contact_messages`,
  `INSERT INTO contact_tags (tag, message_id) SELECT 'tag-' || :mark, max(id) FROM contact_messages`,
  `INSERT INTO contact_words (word, message_id) SELECT :mark, max(id) FROM contact_messages`,
  `INSERT INTO outbox (message_id, template, to_address, payload, cause, status, next_attempt_at, created_at)
   SELECT '<answer-' || max(id) || '@x>', 'contact_answer', :mark || '@example.test', json_object('words', :mark), 'contact_reply:' || max(id), 'sent', :now, :now
     FROM contact_replies WHERE kind = 'answer'`,
  `INSERT INTO idempotency_keys (scope, key, request_hash, response, created_at, expires_at)
   VALUES ('user:' || CAST(:member AS TEXT), 'k-' || :mark, 'h', json_object('name', :mark), :now, :now + 3000000)`,
];

const referenceTo = (table: string, column: string) => (table === 'users' ? ':member' : `(SELECT max(${column}) FROM ${table})`);

const filling = [
  ...handwritten,
  ...allTables.flatMap((table) =>
    memberReferences(table)
      .slice(0, 1)
      .map((column) => sampleRow(table, { referenceTo, text: ':mark' }, `SELECT 1 FROM ${getTableName(table)} WHERE ${column} = :member`)),
  ),
];

/** Returns every column that references a member, according to the database schema. */
export async function memberColumns(): Promise<{ table: string; column: string }[]> {
  const { results: tables } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_%' ORDER BY name`,
  ).all<{ name: string }>();
  const found: { table: string; column: string }[] = [];
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(
      `SELECT "from" AS "column" FROM pragma_foreign_key_list('${name}') WHERE "table" = 'users'`,
    ).all<{
      column: string;
    }>();
    found.push(...results.map(({ column }) => ({ table: name, column })));
  }
  return [...found, { table: 'users', column: 'id' }];
}

/** Returns the totals of a member's ledger, keys and payments, which erasure must not change. */
export async function bookkeepingOf(userId: number): Promise<Record<string, unknown>> {
  return {
    ...(await row(
      `SELECT (SELECT sum(amount) FROM token_transactions WHERE user_id = ?1) AS tokens, (SELECT sum(amount) FROM key_events WHERE user_id = ?1) AS keys,
         (SELECT sum(amount) FROM owed_token_events WHERE user_id = ?1) AS owed, (SELECT owed_tokens FROM users WHERE id = ?1) AS owedTokens,
         (SELECT sum(amount_cents) FROM payments WHERE user_id = ?1) AS paid, (SELECT sum(amount_cents) FROM orders WHERE user_id = ?1) AS ordered,
         (SELECT sum(amount_cents) FROM referral_commissions WHERE referrer_id = ?1) AS earned,
         (SELECT sum(amount_cents) FROM treasure_chest_payouts WHERE user_id = ?1) AS chests,
         (SELECT count(*) FROM vacation_certificates WHERE user_id = ?1) AS certificates, (SELECT count(*) FROM card_scans WHERE user_id = ?1) AS scans,
         (SELECT token_balance FROM users WHERE id = ?1) AS balance, (SELECT treasure_keys FROM users WHERE id = ?1) AS treasureKeys`,
      userId,
    )),
  };
}
