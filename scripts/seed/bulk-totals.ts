/** Sums that triggers keep a row at a time would take most of the time where rows come by the hundred thousand. */
import type { D1Database } from '@cloudflare/workers-types';
import { findKinds, tokenKinds as kinds } from '#schema/ledger-kinds.ts';
import { tokensFor } from '#worker/store/ledger-kinds.ts';
import { listCountSelects } from './list-counts.ts';

const totalsTriggers = [
  'token_transactions_totals',
  'users_counted',
  'cache_cards_counted',
  'audit_log_counted',
  'users_list_changed',
  'cache_cards_list_changed',
  'token_transactions_listed',
  'ownership_claims_listed',
  'orders_listed',
  'vacation_certificates_listed',
  'contact_messages_listed',
  'referral_commissions_listed',
  'treasure_chest_payouts_listed',
  'payouts_listed',
  'outbox_listed',
  'review_decisions_listed',
  'payments_revenue',
  'commissions_owed',
  'chests_owed',
];

/** Does `work` without the triggers that keep sums over everything, puts them back as they were, and sums up once. */
export async function summedUpAfter<Result>(db: D1Database, work: () => Promise<Result>): Promise<Result> {
  const { results: triggers } = await db
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify(totalsTriggers))
    .all<{ name: string; sql: string }>();
  if (triggers.length !== totalsTriggers.length) throw new Error('The triggers that keep the sums have other names now');
  await db.batch(triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)));
  try {
    return await work();
  } finally {
    await db.batch([...triggers.map(({ sql }) => db.prepare(sql)), ...sums.map((sql) => db.prepare(sql))]);
  }
}

/** As the migrations that made the sums counted what was there. */
const sums = [
  `INSERT INTO payout_queue (id)
   SELECT id FROM (
     SELECT referrer_id AS id FROM referral_commissions WHERE amount_cents <> 0 UNION SELECT user_id FROM treasure_chest_payouts
   ) WHERE true ON CONFLICT (id) DO NOTHING`,
  'UPDATE payout_queue SET version = version + 1',
  `UPDATE running_totals SET
     members = (SELECT count(*) FROM users WHERE erased_at IS NULL),
     cards = (SELECT count(*) FROM cache_cards WHERE available_at IS NOT NULL),
     token_balance = (SELECT coalesce(sum(token_balance), 0) FROM users)
   WHERE id = 1`,
  `INSERT INTO job_progress (job, through_id) SELECT 'add-up-finds', coalesce(max(id), 0) FROM token_transactions WHERE true
   ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id`,
  'UPDATE users SET listed_tokens = token_balance WHERE listed_tokens <> token_balance',
  'DELETE FROM list_counts',
  ...listCountSelects.map((select) => `INSERT INTO list_counts (list, a, b, c, n) ${select}`),
  `INSERT INTO day_totals (day, scans, tokens_issued, tokens_redeemed, tokens_withdrawn, first_entry_id, last_entry_id)
   SELECT date(created_at, 'unixepoch'), sum(kind = ${kinds.scan.code}),
     sum(iif(kind IN (${findKinds}, ${kinds.placement.code}, ${kinds.adjustment.code}), max(amount, 0), 0)),
     0,
     sum(iif(kind IN (${kinds.order_reversal.code}, ${kinds.decision_reversal.code}), -amount, iif(kind = ${kinds.adjustment.code}, max(-amount, 0), 0))), min(id), max(id)
   FROM token_transactions WHERE true GROUP BY 1
   ON CONFLICT (day) DO UPDATE SET scans = excluded.scans, tokens_issued = excluded.tokens_issued, tokens_redeemed = 0,
     tokens_withdrawn = excluded.tokens_withdrawn, first_entry_id = excluded.first_entry_id, last_entry_id = excluded.last_entry_id`,
  `INSERT INTO day_totals (day, tokens_redeemed)
   SELECT date(coalesce(r.created_at, t.created_at), 'unixepoch'), -sum(t.amount)
   FROM token_transactions t LEFT JOIN token_transactions r ON t.kind = ${kinds.refund.code} AND ${tokensFor('redemption', 't.user_id', 't.subject_id', 'r')}
   WHERE t.kind IN (${kinds.redemption.code}, ${kinds.refund.code}) AND t.kind NOT IN (${findKinds}) GROUP BY 1
   ON CONFLICT (day) DO UPDATE SET tokens_redeemed = excluded.tokens_redeemed`,
  `INSERT INTO day_totals (day, sign_ups) SELECT date(created_at, 'unixepoch'), count(*) FROM users WHERE true GROUP BY 1
   ON CONFLICT (day) DO UPDATE SET sign_ups = excluded.sign_ups`,
  `INSERT INTO day_totals (day, revenue_cents)
   SELECT date(paid_at, 'unixepoch'), sum(iif(revoked_at IS NULL, amount_cents - refunded_cents, 0)) FROM payments WHERE true GROUP BY 1
   ON CONFLICT (day) DO UPDATE SET revenue_cents = excluded.revenue_cents`,
];
