/** Monthly revenue report for administrators. Product rules: Payments and memberships. */
import * as v from 'valibot';

/**
 * Kinds of rows in `payment_bookings`. `refund_owed`: part of a failed refund that is paid to the member outside Stripe. `dispute`:
 * negative for a lost dispute, positive if it is won on appeal. `fee`: Stripe's fee.
 */
export const bookingKinds = ['payment', 'refund', 'refund_failed', 'refund_owed', 'dispute', 'fee'] as const;
export type BookingKind = (typeof bookingKinds)[number];

/** One UTC month in the response of GET /api/admin/charts/months, which is sorted newest first. `net` is revenue minus refunds and fees. */
export const MoneyMonth = v.object({
  /** YYYY-MM. */
  month: v.string(),
  revenueCents: v.number(),
  /** Refunds and lost disputes, minus any that were later reversed. */
  returnedCents: v.number(),
  feeCents: v.number(),
  netCents: v.number(),
});
export type MoneyMonth = v.InferOutput<typeof MoneyMonth>;
export const MoneyMonths = v.array(MoneyMonth);
