/** GET /api/admin/charts: what happened on each day of a span. Days are UTC, YYYY-MM-DD. */
import * as v from 'valibot';

const day = v.pipe(v.string(), v.isoDate('A day is written YYYY-MM-DD'));

/** Both days belong to the span. Without `to` it ends today, without `from` it is 30 days long. */
export const ChartQuery = v.looseObject({ from: v.optional(day), to: v.optional(day) });
export type ChartQuery = v.InferOutput<typeof ChartQuery>;

export const DayTotals = v.object({
  day: v.string(),
  signUps: v.number(),
  /** Scans that were rewarded. */
  scans: v.number(),
  /** Rewards and adjustments in favour of members. */
  tokensIssued: v.number(),
  /** Redemptions of that day, less what of them was refunded since. */
  tokensRedeemed: v.number(),
  /** Reversals, and adjustments that took tokens away. */
  tokensWithdrawn: v.number(),
  /** What was paid on that day and has not been paid back since. */
  revenueCents: v.number(),
});
export type DayTotals = v.InferOutput<typeof DayTotals>;

/** Every day of the span, the first one first; days on which nothing happened are zeros. */
export const ChartDays = v.array(DayTotals);
