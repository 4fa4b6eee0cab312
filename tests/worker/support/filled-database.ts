import { getTableName } from 'drizzle-orm';
import { sampleRow } from '#tests/support/database/sample-row.ts';
import { keyRow, owedRow, tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { allTables } from '#worker/store/list-columns.ts';

const handwritten = [
  `INSERT INTO admins (id, email, email_key, password_hash, role, created_at) VALUES (1, 'Ada@x.test', 'ada@x.test', '!', 'super_admin', 1)`,
  `INSERT INTO users (id, email, email_key, username, username_key, password_hash, referral_code, created_at) VALUES (1, 'a@x.test', 'a@x.test', 'A', 'a', '!', 'AAAAAAAA', 1)`,
  `INSERT INTO users (id, email, email_key, password_hash, referral_code, referred_by_id, role, created_at) VALUES (2, 'b@x.test', 'b@x.test', '!', 'BBBBBBBB', 1, 'premium', 1)`,
  `INSERT INTO users (id, email, email_key, password_hash, referral_code, suspended_at, suspended_reason, created_at) VALUES (3, 'c@x.test', 'c@x.test', '!', 'CCCCCCCC', 1, 'Too fast', 1)`,
  `INSERT INTO admin_sessions (id_hash, admin_id, created_at, expires_at) VALUES ('hash', 1, 1, 9)`,
  `INSERT INTO orders (id, user_id, kind, quantity, amount_cents, created_at, expires_at) VALUES (1, 1, 'cache_cards', 5, 500, 1, 9)`,
  `INSERT INTO subscriptions (id, user_id, stripe_subscription_id, tier, status, created_at, updated_at) VALUES (1, 2, 'sub_1', 'premium', 'active', 1, 1)`,
  `INSERT INTO payments (id, user_id, order_id, amount_cents, currency, description, paid_at) VALUES (1, 1, 1, 500, 'usd', '5 cards', 2)`,
  `INSERT INTO order_refunds (order_id, payment_id, user_id, amount_cents, reason, note, asked_at, asked_by_id) VALUES (1, 1, 1, 100, 'requested_by_customer', 'Lost in the post', 3, 1)`,
  `INSERT INTO membership_periods (id, user_id, tier, starts_at, ends_at, source, subscription_id, cause, created_at) VALUES (1, 2, 'premium', 1, 9, 'stripe', 1, 'invoice:in_1', 1)`,
  `INSERT INTO stripe_events (id, type, received_at) VALUES ('evt_1', 'invoice.paid', 1)`,
  `INSERT INTO print_orders (id, reference, order_id, environment, card_size, quantity, status_at, created_at) VALUES (1, 'ref-1', 1, 'sandbox', 'card_flat_105x74_mm', 5, 1, 1)`,
  `INSERT INTO print_events (print_order_id, type, occurred_at, received_at) VALUES (1, 'ItemShipped', 1, 1)`,
  `INSERT INTO cache_cards (id, card_id, code, user_id, order_id, print_order_id, status, available_at, placement_at, latitude, longitude, visibility, shown_latitude_e6, shown_longitude_e6, total_scans, tokens_earned, created_at) VALUES (1, 'TC-0000001', 'AAAA0000', 1, 1, 1, 'active', 1, 1, 35.5, -82.5, 'exact', 35500000, -82500000, 1, 2, 1)`,
  `INSERT INTO card_scans (id, card_id, user_id, scan_date, kind, source, code_was_right, request_key) VALUES (1, 1, 2, 1, 0, 0, 1, 'r:1')`,
  `INSERT INTO card_anchors (user_id, latitude, longitude) VALUES (1, 1, 1)`,
  `INSERT INTO card_reports (card_id, user_id, created_at) VALUES (1, 2, 1)`,
  `INSERT INTO find_logs (card_id, user_id, owner_id, text, written_at) VALUES (1, 2, 1, 'A fine place', 1)`,
  `INSERT INTO digest_choices (user_id, frequency, next_at, after_entry_id, after_report_id, told_through) VALUES (1, 'weekly', 9, 0, 0, 1)`,
  `INSERT INTO card_watches (user_id, latitude, longitude, radius_km, next_at, after_arrival_id) VALUES (2, 35.59, -82.55, 25, 9, 0)`,
  `INSERT INTO ownership_claims (user_id, card_id, proof_url, created_at, updated_at) VALUES (2, 1, 'https://x.test/p', 1, 1)`,
  `INSERT INTO member_days (user_id, day, rewarded_scans) VALUES (2, '2026-01-01', 1)`,
  `INSERT INTO card_allowances (user_id, day, shown) VALUES (2, '2026-01-01', '[1]')`,
  tokenRow('scan', { user: 2, amount: 1, subject: 1 }),
  tokenRow('owner_scan', { user: 1, amount: 1, subject: 1, other: 2 }),
  owedRow('reversal', { user: 1, amount: 1, subject: 1 }),
  keyRow('referral', { user: 1, amount: 1, subject: 2 }),
  `INSERT INTO vacation_certificates (number, user_id, type, tokens_redeemed, activation_link, pdf_url, created_at, activate_by, valid_until) VALUES ('VC-1', 2, 'global', 120, 'https://x.test/a', 'https://x.test/p', 1, 2, 3)`,
  `INSERT INTO referral_commissions (id, referrer_id, referred_id, amount_cents, created_at) VALUES (1, 1, 2, 1000, 1)`,
  `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, created_at) VALUES (2, '2026-01', 1, 200, 1, 1)`,
  `INSERT INTO chest_months (month, started_at) VALUES ('2026-01', 1)`,
  `INSERT INTO audit_log (admin_id, action, entity_type, entity_id, request_id, created_at) VALUES (1, 'user.update', 'user', '1', 'r', 1)`,
  `INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES ('k', 1, 1, 9)`,
  `INSERT INTO outbox (message_id, user_id, template, to_address, payload, next_attempt_at, created_at) VALUES ('<1@x>', 1, 'welcome', 'a@x.test', '{}', 1, 1)`,
  `INSERT INTO contact_messages (name, email, message, created_at) VALUES ('N', 'n@x.test', 'Hello', 1)`,
  `INSERT INTO contact_replies (message_id, kind, text, created_at) VALUES (1, 'reply', 'And again', 1)`,
  `INSERT INTO idempotency_keys (scope, key, request_hash, created_at, expires_at) VALUES ('user:1', 'k', 'h', 1, 9)`,
  `INSERT INTO job_runs (job, scheduled_for, started_at) VALUES ('purge', 1, 1)`,
  `INSERT INTO alarms (kind, subject, began_at) VALUES ('job_failed', 'purge-expired', 1)`,
  `INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at) VALUES (1, 1000, 1, 'PP-1', 'admin:1:k', 2)`,
  `INSERT INTO payout_runs (id, request, scope, expected_lines, created_at, created_by_id) VALUES (1, '1:k', 'all', 1, 1, 1)`,
  `INSERT INTO payout_run_lines (id, run_id, user_id, address, amount_cents, entries, place) VALUES (1, 1, 1, 'pay@x.test', 1000, 1, 0)`,
  `INSERT INTO payout_run_entries (line_id, kind, entry_id, amount_cents) VALUES (1, 'commission', 1, 1000)`,
  `INSERT INTO job_progress (job, through_id) VALUES ('erase-scan-evidence', 1)`,
  `INSERT INTO unknown_values (list, value, row_id) VALUES ('cache_cards.status', 'retired', 1)`,
  "INSERT INTO day_totals (day, sign_ups) VALUES ('1970-01-01', 3)",
  'INSERT INTO database_restores (restored_to, begun_at) VALUES (1, 2)',
  `INSERT INTO review_decisions (id, key, admin_id, action, reason, members, created_at) VALUES (1, 'k', 1, 'take_back', 'A farm', 1, 2)`,
  `INSERT INTO review_effects (decision_id, user_id, kind, entity_id, before, taken, owed) VALUES (1, 2, 'find', 1, '{}', 1, 0)`,
  'INSERT INTO review_cases (certificate_id, closed_at) SELECT min(id), 1 FROM vacation_certificates',
  'INSERT INTO case_cards (certificate_id, card_id, from_scan_id) SELECT certificate_id, 1, 0 FROM review_cases',
  `INSERT INTO case_members (user_id, certificate_id, mailbox_hash, is_disposable) SELECT 2, certificate_id, 'hash', 0 FROM review_cases`,
  `INSERT INTO second_looks (certificate_id, passed_by_id, passed_at) VALUES (1, 1, 2)`,
  `INSERT INTO ledger_checks (started_at, through_entry_id, running_balance, running_entries, issued, redeemed, withdrawn) VALUES (1, 2, 2, 2, 2, 0, 0)`,
];

const referenceTo = (table: string, column: string) => `(SELECT min(${column}) FROM ${table})`;

/** One or two rows in every table, to resemble a database in use. */
export const filling = [
  ...handwritten,
  ...allTables.map((table) => sampleRow(table, { referenceTo, text: `'x'` }, `SELECT 1 FROM ${getTableName(table)}`)),
];
