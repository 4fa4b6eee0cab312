/**
 * SQL that verifies each stored dollar amount against the rows from which it is computed. Each query returns the mismatches in the range
 * `c` (from `c.passed`, exclusive, to `c.through`) in the columns kind, subject, expected and found.
 */
import type { MoneyDifferenceKind } from '#schema/admin/money-check.ts';
import { paymentRevenue } from '#schema/tables/orders.ts';
import { isCompared } from '#worker/store/admin/money-checks/stripe-days.ts';
import { summedBookings } from '#worker/store/admin/system/sums.ts';
import { bookedCents, bookedSums } from '#worker/store/orders/payment-bookings.ts';
import { isLineExact, settledCents, settledRows } from '#worker/store/payouts/surplus.ts';

export interface Comparison {
  /**
   * The table whose rows are compared, in ranges of ids. `days` means `day_totals`, in ranges of day numbers counted from January 1, 1970.
   */
  range: 'users' | 'payouts' | 'payout_run_lines' | 'payout_runs' | 'payments' | 'days';
  rowsPerChunk: number;
  sql: string;
}

const inRange = (id: string) => `${id} > c.passed AND ${id} <= c.through`;
const daysInRange = (day: string) => `${day} > date(c.passed * 86400, 'unixepoch') AND ${day} <= date(c.through * 86400, 'unixepoch')`;
const bookedInRange = 'b.booked_at >= (c.passed + 1) * 86400 AND b.booked_at < (c.through + 1) * 86400';

const differences = (kind: MoneyDifferenceKind, rows: string, expected = 'expected', found = 'found') =>
  `SELECT '${kind}' AS kind, CAST(subject AS TEXT) AS subject, ${expected} AS expected, ${found} AS found FROM ${rows} WHERE ${expected} <> ${found}`;

const sumOwnedCentsSql = (
  condition: string,
) => `(SELECT coalesce(sum(r.amount_cents), 0) FROM referral_commissions r WHERE r.referrer_id = u.id AND ${condition})
  + (SELECT coalesce(sum(r.amount_cents), 0) FROM treasure_chest_payouts r WHERE r.user_id = u.id AND ${condition})`;

/**
 * Checks that earned = pending + held + paid + reversed. Rows paid before payouts were recorded have no payout, so their amounts are added
 * separately.
 */
const memberSql = differences(
  'member',
  `(SELECT u.id AS subject, ${sumOwnedCentsSql('1')} AS expected,
      coalesce((SELECT net_cents FROM payout_queue q WHERE q.id = u.id), 0)
      + (SELECT coalesce(sum(amount_cents), 0) FROM payouts p WHERE p.user_id = u.id AND p.returned_at IS NULL)
      + ${sumOwnedCentsSql("(r.status IN ('held', 'reversed') OR r.status = 'paid' AND r.payout_id IS NULL)")} AS found
    FROM chunk c CROSS JOIN users u ON ${inRange('u.id')})`,
);

const payoutRows = `(SELECT p.id AS subject, p.amount_cents AS cents, p.entries, p.returned_at IS NOT NULL AS is_returned,
    ${settledCents} AS settled, ${settledRows} AS settled_rows, p.surplus_cents AS surplus FROM chunk c CROSS JOIN payouts p ON ${inRange('p.id')})`;
const payoutSql = `${differences('payout', payoutRows, 'iif(is_returned, 0, settled + surplus)', 'iif(is_returned, settled, cents)')}
  UNION ALL ${differences('payout_count', payoutRows, 'iif(is_returned, 0, settled_rows + (surplus <> 0))', 'iif(is_returned, settled_rows, entries)')}`;

const lineSql = differences(
  'run_line',
  `(SELECT 'CC-' || l.run_id || '-' || l.id AS subject, l.amount_cents AS expected,
      CASE WHEN l.status IN ('paid', 'returned') THEN coalesce((SELECT p.amount_cents FROM payouts p
          WHERE p.id = l.payout_id AND p.user_id = l.user_id AND (p.returned_at IS NOT NULL) = (l.status = 'returned')), 0)
        WHEN l.status = 'in' AND NOT ${isLineExact} THEN 0 ELSE l.amount_cents END AS found
    FROM chunk c CROSS JOIN payout_run_lines l ON ${inRange('l.id')})`,
);

const lineSums = (condition: string, value: string) =>
  `(SELECT coalesce(sum(${value}), 0) FROM payout_run_lines l WHERE l.run_id = r.id AND ${condition})`;
const runSql = `${differences(
  'run',
  `(SELECT r.id AS subject, ${lineSums("l.status <> 'out'", 'l.amount_cents')} AS expected, r.total_cents AS found
    FROM chunk c CROSS JOIN payout_runs r ON ${inRange('r.id')})`,
)} UNION ALL ${differences(
  'run',
  `(SELECT r.id AS subject, ${lineSums("l.status = 'returned'", 'l.amount_cents')} AS expected, r.returned_cents AS found
    FROM chunk c CROSS JOIN payout_runs r ON ${inRange('r.id')})`,
)} UNION ALL ${differences(
  'run_count',
  `(SELECT r.id AS subject, ${lineSums('1', "1 + (l.status IN ('paid', 'returned')) + (l.status = 'returned')")} AS expected,
      r.lines + r.out_lines + r.paid_lines + r.returned_lines AS found FROM chunk c CROSS JOIN payout_runs r ON ${inRange('r.id')})`,
)}`;

const paymentSql = differences(
  'payment',
  `(SELECT p.id AS subject, ${paymentRevenue} AS expected, ${bookedCents} AS found FROM chunk c CROSS JOIN payments p ON ${inRange('p.id')})`,
);

const dayRows = `(SELECT day AS subject, sum(booked) AS booked, sum(booked_returns) AS booked_returns, sum(booked_fees) AS booked_fees,
    sum(total) AS total, sum(returns) AS returns, sum(fees) AS fees FROM (
      SELECT date(b.booked_at, 'unixepoch') AS day, ${bookedSums('b', ['booked', 'booked_returns', 'booked_fees'])}, 0 AS total, 0 AS returns, 0 AS fees
      FROM chunk c CROSS JOIN payment_bookings b ON ${bookedInRange} WHERE b.id <= ${summedBookings} GROUP BY 1
      UNION ALL SELECT t.day, 0, 0, 0, t.revenue_cents, t.returned_cents, t.fee_cents FROM chunk c CROSS JOIN day_totals t ON ${daysInRange('t.day')})
    GROUP BY day)`;
const daySql = `WITH days AS MATERIALIZED ${dayRows} ${differences('day', 'days', 'booked', 'total')}
  UNION ALL ${differences('day_returned', 'days', 'booked_returns', 'returns')} UNION ALL ${differences('day_fees', 'days', 'booked_fees', 'fees')}`;

/** Compares only complete days because Stripe's transactions for a day are read after the day ends. */
const stripeRows = `(SELECT day AS subject, sum(payments) AS payments, sum(refunds) AS refunds, sum(fees) AS fees,
    sum(stripe_payments) AS stripe_payments, sum(stripe_refunds) AS stripe_refunds, sum(stripe_fees) AS stripe_fees FROM (
      SELECT date(b.booked_at, 'unixepoch') AS day, sum(iif(b.kind = 'payment', b.amount_cents, 0)) AS payments,
        -sum(iif(b.kind IN ('refund', 'refund_failed'), b.amount_cents, 0)) AS refunds, -sum(iif(b.kind = 'fee', b.amount_cents, 0)) AS fees,
        0 AS stripe_payments, 0 AS stripe_refunds, 0 AS stripe_fees
      FROM chunk c CROSS JOIN payment_bookings b ON ${bookedInRange} CROSS JOIN payments p ON p.id = b.payment_id AND p.stripe_payment_intent_id IS NOT NULL
      GROUP BY 1
      UNION ALL SELECT s.day, 0, 0, 0, s.payment_cents, s.refund_cents, s.fee_cents FROM chunk c CROSS JOIN stripe_days s ON ${daysInRange('s.day')})
    WHERE ${isCompared('day')} GROUP BY day)`;
const stripeSql = `WITH days AS MATERIALIZED ${stripeRows} ${differences('stripe_payments', 'days', 'stripe_payments', 'payments')}
  UNION ALL ${differences('stripe_refunds', 'days', 'stripe_refunds', 'refunds')}
  UNION ALL ${differences('stripe_fees', 'days', 'stripe_fees', 'fees')}`;

/** All comparisons of a money check. Their order matters because a running check stores its position in the list. */
export const comparisons: readonly Comparison[] = [
  { range: 'users', rowsPerChunk: 5_000, sql: memberSql },
  { range: 'payouts', rowsPerChunk: 2_000, sql: payoutSql },
  { range: 'payout_run_lines', rowsPerChunk: 2_000, sql: lineSql },
  // Compares one payout run per chunk because a run may have a line for every member.
  { range: 'payout_runs', rowsPerChunk: 1, sql: runSql },
  { range: 'payments', rowsPerChunk: 5_000, sql: paymentSql },
  { range: 'days', rowsPerChunk: 31, sql: daySql },
  { range: 'days', rowsPerChunk: 31, sql: stripeSql },
];
