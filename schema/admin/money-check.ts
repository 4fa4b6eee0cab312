/** Daily check of all dollar amounts. Product rules: Jobs and alarms. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';

/**
 * Comparisons in the daily money check, in order. `member`: a member's earnings equal pending + held + paid + reversed. `payout`: a payment
 * equals the sum of the rows it settles. `run_line`: a payout line equals the sum of its entries or, once paid, its payment. `run`: a
 * payout run equals the sum of its lines. `payment`: a payment's revenue equals the sum of its rows in `payment_bookings`. `day`: a day's
 * totals equal the sum of that day's rows in `payment_bookings`. `stripe`: a day's rows in `payment_bookings` equal Stripe's balance
 * transactions. Kinds ending in `_count` compare row counts.
 */
export const moneyDifferenceKinds = [
  'member',
  'payout',
  'payout_count',
  'run_line',
  'run',
  'run_count',
  'payment',
  'day',
  'day_returned',
  'day_fees',
  'stripe_payments',
  'stripe_refunds',
  'stripe_fees',
] as const;
export type MoneyDifferenceKind = (typeof moneyDifferenceKinds)[number];

export const MoneyDifference = v.object({
  kind: v.picklist(moneyDifferenceKinds),
  /** Subject of the mismatch: id of the member or row, reference of the payout line, or UTC day. */
  subject: v.string(),
  /** Expected amount in cents, or row count for kinds that end in `_count`. */
  expected: v.number(),
  found: v.number(),
});
export type MoneyDifference = v.InferOutput<typeof MoneyDifference>;

/** Result of the last completed check of all dollar amounts, and progress of the comparison with Stripe. */
export const MoneyCheckState = v.object({
  checkedAt: v.nullable(isoInstant),
  runningSince: v.nullable(isoInstant),
  differing: v.number(),
  /** Descriptions of the first mismatches found. */
  differences: v.array(v.string()),
  /** The last UTC day compared with Stripe; null if no day has been compared yet. */
  comparedThrough: v.nullable(v.string()),
});
export type MoneyCheckState = v.InferOutput<typeof MoneyCheckState>;
