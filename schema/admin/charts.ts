/** GET /api/admin/charts: daily totals. Days are UTC, YYYY-MM-DD. */
import * as v from 'valibot';

const day = v.pipe(v.string(), v.isoDate('Dates must be in the format YYYY-MM-DD'));

/** Inclusive range. `to` defaults to today, `from` to a range of 30 days. */
export const ChartQuery = v.looseObject({ from: v.optional(day), to: v.optional(day) });
export type ChartQuery = v.InferOutput<typeof ChartQuery>;

export const DayTotals = v.object({
  day: v.string(),
  signUps: v.number(),
  /** Rewarded scans. */
  scans: v.number(),
  /** Rewards and positive adjustments. */
  tokensIssued: v.number(),
  /** That day's redemptions, less refunds since. */
  tokensRedeemed: v.number(),
  /** Reversals and negative adjustments. */
  tokensWithdrawn: v.number(),
  /** That day's payments, less refunds since. */
  revenueCents: v.number(),
});
export type DayTotals = v.InferOutput<typeof DayTotals>;

/** Every day of the range, oldest first; zeros for days without activity. */
export const ChartDays = v.array(DayTotals);
