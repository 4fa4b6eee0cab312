/**
 * Totals for the dashboard's tiles, charts and money figures. A job adds new rows every few minutes so that other writes need not maintain
 * them. Tiles and token totals are still exact because queries add the rows that the job has not processed.
 */

import { isPayingSubscription, isUnbookedPayment } from '#schema/tables/orders.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { bindStore } from '#worker/store/database.ts';
import { bookedSums, bookLeftovers } from '#worker/store/orders/payment-bookings.ts';
import { batchAfter, execute, firstRow, type Statement, statement } from '#worker/store/sql.ts';
import { tokensFor } from '#worker/store/tokens/ledger-kinds.ts';

/** Number of rows per table and step, to limit a statement's run time. */
const perStep = 10_000;

/** Returns SQL for a job's progress, measured by row id. This works because rows are never deleted and ids only increase. */
function progressSql(table: 'token_transactions' | 'users' | 'payment_bookings', job: string) {
  const throughIdSql = `coalesce((SELECT p.through_id FROM job_progress p WHERE p.job = '${job}'), 0)`;
  const newest = `coalesce((SELECT max(n.id) FROM ${table} n), 0)`;
  const next = `coalesce((SELECT n.id FROM ${table} n WHERE n.id > ${throughIdSql} ORDER BY n.id LIMIT 1 OFFSET ${perStep - 1}), ${newest})`;
  return { job, through: throughIdSql, newest, next };
}

const ledger = progressSql('token_transactions', 'sum-up-ledger');
const members = progressSql('users', 'sum-up-sign-ups');
const bookings = progressSql('payment_bookings', 'sum-up-bookings');
/** SQL for the id of the last row of `payment_bookings` that is included in the daily totals. */
export const summedBookings = bookings.through;

/** FROM clause for ledger rows `t` that the totals do not include yet; further conditions may follow. */
export const newEntries = `token_transactions t WHERE t.id > ${ledger.through}`;
const entriesOfStep = `${newEntries} AND t.id <= ${ledger.next}`;

/** SQL for the tokens held by all members; select it from running_totals. */
export const tokensHeldSql = `token_balance + (SELECT coalesce(sum(t.amount), 0) FROM ${newEntries})`;
/** SQL for the number of ledger rows. It equals the highest id because ids start at 1 without gaps and no row is ever deleted. */
export const ledgerEntries = '(SELECT coalesce(max(id), 0) FROM token_transactions)';
/** SQL for the number of members who are not erased; select it from running_totals. */
export const memberCountSql = `sign_ups + (SELECT count(*) FROM users u WHERE u.id > ${members.through}) - erased_members`;

const isRedemption = `t.kind IN (${tokenKinds.redemption.code}, ${tokenKinds.refund.code})`;

/**
 * Returns SQL for the day of each ledger row and the tokens that it issued, redeemed or withdrew. A refund is subtracted on the day of the
 * redemption that it refunds.
 */
const tokenFlowsSql = (entries: string) => `
  SELECT date(coalesce(
      (SELECT r.created_at FROM token_transactions r
        WHERE t.kind = ${tokenKinds.refund.code} AND ${tokensFor('redemption', 't.user_id', 't.subject_id', 'r')}),
      t.created_at), 'unixepoch') AS day,
    t.kind = ${tokenKinds.scan.code} AS scans,
    iif(${isRedemption}, 0, max(t.amount, 0)) AS tokens_issued,
    iif(${isRedemption}, -t.amount, 0) AS tokens_redeemed,
    iif(${isRedemption}, 0, max(-t.amount, 0)) AS tokens_withdrawn
  FROM ${entries}`;

/**
 * Subquery with the columns `day`, tokens_issued, tokens_redeemed and tokens_withdrawn. Includes ledger rows that the job has not processed
 * yet, so there may be several rows per day.
 */
export const tokenFlows = `(
  SELECT day, tokens_issued, tokens_redeemed, tokens_withdrawn FROM day_totals
  UNION ALL SELECT day, tokens_issued, tokens_redeemed, tokens_withdrawn FROM (${tokenFlowsSql(newEntries)}))`;

/** Adds erased members to the running totals. Must directly follow the statement that erased them. */
export const countErasedMembers = () => statement('UPDATE running_totals SET erased_members = erased_members + changes() WHERE id = 1');
/** Adds new cards to the running totals. Must directly follow the statement that made the cards available. */
export const countNewCards = () => statement('UPDATE running_totals SET cards = cards + changes() WHERE id = 1');

export const sumStore = bindStore({
  /** Adds the next rows to the totals atomically, so concurrent runs add each row only once. Returns true if there are more rows. */
  async addSome(db, now: number = Math.floor(Date.now() / 1_000)): Promise<boolean> {
    const [remaining] = await batchAfter(
      db,
      [...ledgerStep(), ...signUpStep(), ...revenueStep(now)],
      [
        statement<{ isMore: 0 | 1 }, 'isMore'>(
          `SELECT ${ledger.through} < ${ledger.newest} OR ${members.through} < ${members.newest}
             OR ${bookings.through} < ${bookings.newest} OR EXISTS (SELECT 1 FROM payments WHERE ${isUnbookedPayment}) AS "isMore"`,
        ),
      ],
    );
    return firstRow(remaining)?.isMore === 1;
  },

  /** Recomputes the totals whose rows are updated in place: paid subscriptions and amounts owed. */
  async recount(db): Promise<void> {
    await execute(
      db,
      `UPDATE running_totals SET
         (paying_basic, paying_premium, recurring_cents) = (
           SELECT coalesce(sum(tier = 'basic'), 0), coalesce(sum(tier = 'premium'), 0),
             coalesce(sum(iif(cancel_at_period_end, 0, price_cents)), 0)
           FROM subscriptions INDEXED BY subscriptions_paying WHERE ${isPayingSubscription}),
         (owed_cents, owed_members) = (SELECT coalesce(sum(net_cents), 0), count(*) FROM payout_queue WHERE rank < 2)
       WHERE id = 1`,
    );
  },
});

function ledgerStep(): Statement[] {
  return [
    statement(
      `INSERT INTO day_totals (day, scans, tokens_issued, tokens_redeemed, tokens_withdrawn)
       SELECT day, sum(scans), sum(tokens_issued), sum(tokens_redeemed), sum(tokens_withdrawn) FROM (${tokenFlowsSql(entriesOfStep)}) GROUP BY day
       ON CONFLICT (day) DO UPDATE SET scans = scans + excluded.scans, tokens_issued = tokens_issued + excluded.tokens_issued,
         tokens_redeemed = tokens_redeemed + excluded.tokens_redeemed, tokens_withdrawn = tokens_withdrawn + excluded.tokens_withdrawn`,
    ),
    statement(
      `INSERT INTO day_totals (day, first_entry_id, last_entry_id)
       SELECT date(t.created_at, 'unixepoch'), min(t.id), max(t.id) FROM ${entriesOfStep} GROUP BY 1
       ON CONFLICT (day) DO UPDATE SET first_entry_id = min(coalesce(first_entry_id, excluded.first_entry_id), excluded.first_entry_id),
         last_entry_id = max(coalesce(last_entry_id, excluded.last_entry_id), excluded.last_entry_id)`,
    ),
    statement(
      `UPDATE running_totals SET token_balance = token_balance + (SELECT coalesce(sum(t.amount), 0) FROM ${entriesOfStep}) WHERE id = 1`,
    ),
    saveProgress(ledger),
  ];
}

const membersOfStep = `users u WHERE u.id > ${members.through} AND u.id <= ${members.next}`;

function signUpStep(): Statement[] {
  return [
    statement(
      `INSERT INTO day_totals (day, sign_ups)
       SELECT date(u.created_at, 'unixepoch'), count(*) FROM ${membersOfStep} GROUP BY 1
       ON CONFLICT (day) DO UPDATE SET sign_ups = sign_ups + excluded.sign_ups`,
    ),
    statement(`UPDATE running_totals SET sign_ups = sign_ups + (SELECT count(*) FROM ${membersOfStep}) WHERE id = 1`),
    saveProgress(members),
  ];
}

const bookingsOfStep = `payment_bookings b WHERE b.id > ${bookings.through} AND b.id <= ${bookings.next}`;

function revenueStep(now: number): Statement[] {
  return [
    ...bookLeftovers(perStep, now),
    statement(
      `INSERT INTO day_totals (day, revenue_cents, returned_cents, fee_cents)
       SELECT date(b.booked_at, 'unixepoch'), ${bookedSums('b', ['revenue_cents', 'returned_cents', 'fee_cents'])} FROM ${bookingsOfStep} GROUP BY 1
       ON CONFLICT (day) DO UPDATE SET revenue_cents = revenue_cents + excluded.revenue_cents,
         returned_cents = returned_cents + excluded.returned_cents, fee_cents = fee_cents + excluded.fee_cents`,
    ),
    saveProgress(bookings),
  ];
}

function saveProgress({ job, next, through }: ReturnType<typeof progressSql>): Statement {
  return statement(
    `INSERT INTO job_progress (job, through_id) SELECT '${job}', ${next} WHERE ${next} > ${through}
     ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id`,
  );
}
