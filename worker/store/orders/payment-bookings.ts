/**
 * Records each change in a payment's revenue on the day it happened so that closed months do not change. Product rules: Payments and
 * memberships.
 */
import { isUnbookedPayment, paymentRevenue } from '#schema/tables/orders.ts';
import type { MadeRefund } from '#worker/domain/memberships/facts.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/** Marks bookings of refunds issued before `payment_bookings` was introduced. These bookings have the date of the payment. */
const beforeBookings = 'before';

/** SQL for the sum of the bookings of payment `p`, without Stripe's fees. */
export const bookedCents = `(SELECT coalesce(sum(b.amount_cents), 0) FROM payment_bookings b WHERE b.payment_id = p.id AND b.kind <> 'fee')`;

/** SQL that sums the revenue, returns and fees of the bookings, as stored in `day_totals`. */
export const bookedSums = (bookings: string, [revenue, returned, fees]: readonly [string, string, string]) =>
  `sum(iif(${bookings}.kind = 'fee', 0, ${bookings}.amount_cents)) AS ${revenue},
  -sum(iif(${bookings}.kind IN ('payment', 'fee'), 0, ${bookings}.amount_cents)) AS ${returned},
  -sum(iif(${bookings}.kind = 'fee', ${bookings}.amount_cents, 0)) AS ${fees}`;

/**
 * Records each refund once, on the day Stripe issued it, and each failed refund on the day it failed. Must run after the update of the
 * payment.
 */
export function bookRefunds(paymentIntentId: string, refunds: readonly MadeRefund[], now: number): Statement[] {
  const insertBooking = (kind: 'refund' | 'refund_failed', cents: string, at: string, condition: string) =>
    statement(
      `INSERT INTO payment_bookings (payment_id, kind, amount_cents, source, booked_at)
       SELECT p.id, '${kind}', ${cents}, r.value ->> 'id', ${at} FROM payments p CROSS JOIN json_each(?2) r
       WHERE p.stripe_payment_intent_id = ?1 AND ?3 > 0 AND ${condition}
         AND NOT EXISTS (SELECT 1 FROM payment_bookings b WHERE b.payment_id = p.id AND b.source = '${beforeBookings}')
       ON CONFLICT (payment_id, kind, source) DO NOTHING`,
      [paymentIntentId, JSON.stringify(refunds), now],
    );
  return refunds.length === 0
    ? []
    : [
        insertBooking('refund', "-(r.value ->> 'cents')", "r.value ->> 'createdAt'", 'true'),
        insertBooking('refund_failed', "r.value ->> 'cents'", "coalesce(r.value ->> 'failedAt', ?3)", "r.value ->> 'hasFailed'"),
      ];
}

/**
 * Records the changes in payments `p` that have no booking yet. Placeholders in `condition` start at ?2. A payment is recorded on its own
 * date, as are refunds of a payment without earlier bookings. All other changes are recorded at `now`.
 */
export function bookPayments(condition: string, values: (string | number | null)[], now: number): Statement[] {
  return [
    statement(
      `WITH changed AS MATERIALIZED (SELECT p.*, EXISTS (SELECT 1 FROM payment_bookings b WHERE b.payment_id = p.id) AS is_known
         FROM payments p WHERE ${condition}),
       due(payment_id, kind, cents, at) AS (
         SELECT id, 'payment', amount_cents, paid_at FROM changed
         UNION ALL SELECT id, 'refund', -refunded_cents, iif(is_known, ?1, coalesce(revoked_at, ?1)) FROM changed
         UNION ALL SELECT id, 'refund_owed', -refund_owed_cents, ?1 FROM changed
         UNION ALL SELECT id, 'dispute', ${paymentRevenue} - (amount_cents - refunded_cents - refund_owed_cents), iif(is_known, ?1, coalesce(revoked_at, ?1))
           FROM changed)
       INSERT INTO payment_bookings (payment_id, kind, amount_cents, booked_at)
       SELECT payment_id, iif(kind = 'refund' AND cents > 0, 'refund_failed', kind), cents, at FROM (
         SELECT d.payment_id, d.kind, d.at, d.cents - (SELECT coalesce(sum(b.amount_cents), 0) FROM payment_bookings b
           WHERE b.payment_id = d.payment_id AND b.kind IN (d.kind, iif(d.kind = 'refund', 'refund_failed', d.kind))) AS cents FROM due d)
       WHERE cents <> 0 ORDER BY payment_id`,
      [now, ...values],
    ),
    statement(`UPDATE payments AS p SET counted_cents = ${paymentRevenue} WHERE ?1 > 0 AND ${condition}`, [now, ...values]),
  ];
}

/** Adds bookings for payments that a restore, a seed or an older version stored without them. */
export function bookLeftovers(limit: number, now: number): Statement[] {
  return bookPayments(`p.id IN (SELECT id FROM payments WHERE ${isUnbookedPayment} ORDER BY id LIMIT ?2)`, [limit], now);
}
