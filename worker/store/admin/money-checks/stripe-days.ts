/** Sums Stripe's balance transactions per day and records their fees. */
import type { BalanceTransaction } from '#worker/domain/memberships/facts.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, catchViolation, firstRow, type Statement, statement } from '#worker/store/sql.ts';

const comparedThroughJob = 'compare-stripe';
const from = 'compare-stripe-from';

/** Progress of reading Stripe's transactions. Days are numbered from January 1, 1970. */
export interface StripePosition {
  /** The last day whose transactions have all been read. */
  day: number;
  /** Opaque cursor of the job: the range being read and the last transaction read. Null between ranges. */
  cursor: string | null;
}

const progress = (job: string) => `(SELECT date(through_id * 86400, 'unixepoch') FROM job_progress WHERE job = '${job}')`;
/** SQL condition: the day's figures include all of its Stripe transactions. */
export const isCompared = (day: string) => `${day} BETWEEN ${progress(from)} AND ${progress(comparedThroughJob)}`;

/** Selects the last day that was compared, or no row before the first comparison. */
export function readComparedThrough(): Statement<{ day: number }> {
  return statement<{ day: number }>(
    `SELECT through_id AS "day" FROM job_progress
     WHERE job = '${comparedThroughJob}' AND through_id >= (SELECT f.through_id FROM job_progress f WHERE f.job = '${from}')`,
  );
}

export const stripeDayStore = bindStore({
  /** Returns how far Stripe's transactions have been read. The first comparison starts at the day `today`. */
  async position(db, today: number): Promise<StripePosition> {
    const [, , found] = await batch(db, [
      statement(
        `INSERT INTO job_progress (job, through_id) SELECT '${from}', ?1 WHERE NOT EXISTS (SELECT 1 FROM job_progress WHERE job = '${comparedThroughJob}')
         ON CONFLICT (job) DO NOTHING`,
        [today],
      ),
      statement(`INSERT INTO job_progress (job, through_id) VALUES ('${comparedThroughJob}', ?1 - 1) ON CONFLICT (job) DO NOTHING`, [
        today,
      ]),
      statement<StripePosition>(`SELECT through_id AS "day", cursor FROM job_progress WHERE job = '${comparedThroughJob}'`),
    ]);
    return firstRow(found) ?? { day: today - 1, cursor: null };
  },

  /**
   * Adds a page of transactions and advances the position from `before` to `next`. Does nothing if another run has already added the page.
   * A transaction without a stored payment is included only if it is a charge to one of our customers. An invoice is marked as paid a few
   * seconds after its charge, so a transaction is assigned to the day of its booking if the two are less than 24 hours apart.
   */
  async add(db, before: StripePosition, transactions: BalanceTransaction[], next: StripePosition): Promise<void> {
    const page = JSON.stringify(transactions);
    const own = `json_each(?1) t LEFT JOIN payments p ON p.stripe_payment_intent_id = t.value ->> 'paymentIntentId'`;
    await catchViolation({ 'job_progress.through_id': undefined }, async () => {
      await batch(db, [
        statement(
          `UPDATE job_progress SET through_id = iif(through_id = ?1 AND cursor IS ?2, ?3, NULL), cursor = ?4 WHERE job = '${comparedThroughJob}'`,
          [before.day, before.cursor, next.day, next.cursor],
        ),
        statement(
          `INSERT INTO payment_bookings (payment_id, kind, amount_cents, source, booked_at)
           SELECT p.id, 'fee', -(t.value ->> 'feeCents'), t.value ->> 'id', t.value ->> 'createdAt' FROM ${own}
           WHERE p.id IS NOT NULL AND t.value ->> 'feeCents' <> 0 ON CONFLICT (payment_id, kind, source) DO NOTHING`,
          [page],
        ),
        statement(
          `INSERT INTO stripe_days (day, payment_cents, refund_cents)
           SELECT date(iif(abs(b.booked_at - (t.value ->> 'createdAt')) < 86400, b.booked_at, t.value ->> 'createdAt'), 'unixepoch'),
             sum(iif(t.value ->> 'kind' = 'payment', t.value ->> 'cents', 0)),
             -sum(iif(t.value ->> 'kind' IN ('refund', 'refund_failed'), t.value ->> 'cents', 0))
           FROM ${own} LEFT JOIN payment_bookings b ON b.payment_id = p.id AND b.kind = t.value ->> 'kind' AND b.source IS t.value ->> 'refundId'
           WHERE p.id IS NOT NULL OR t.value ->> 'kind' = 'payment' AND EXISTS (SELECT 1 FROM users u WHERE u.stripe_customer_id = t.value ->> 'customerId')
           GROUP BY 1 ON CONFLICT (day) DO UPDATE SET payment_cents = payment_cents + excluded.payment_cents,
             refund_cents = refund_cents + excluded.refund_cents`,
          [page],
        ),
        statement(
          `INSERT INTO stripe_days (day, fee_cents)
           SELECT date(t.value ->> 'createdAt', 'unixepoch'), sum(t.value ->> 'feeCents') FROM ${own} WHERE p.id IS NOT NULL
           GROUP BY 1 ON CONFLICT (day) DO UPDATE SET fee_cents = fee_cents + excluded.fee_cents`,
          [page],
        ),
      ]);
    });
  },
});
