/** Query and response of GET /api/admin/charts, which returns daily totals. Days are UTC dates, YYYY-MM-DD. */
import * as v from 'valibot';

const day = v.pipe(v.string(), v.isoDate('Dates must be in the format YYYY-MM-DD'));

/** Inclusive date range. `to` defaults to today; `from` defaults to 29 days before `to`, for a range of 30 days. */
export const ChartQuery = v.looseObject({ from: v.optional(day), to: v.optional(day) });
export type ChartQuery = v.InferOutput<typeof ChartQuery>;

export const DayTotals = v.object({
  day: v.string(),
  signUps: v.number(),
  scans: v.number(),
  /** Tokens issued by rewards and positive adjustments. */
  tokensIssued: v.number(),
  /** Tokens redeemed on this UTC day, minus later refunds. */
  tokensRedeemed: v.number(),
  /** Tokens withdrawn by reversals and negative adjustments. */
  tokensWithdrawn: v.number(),
  /** Payments minus refunds and lost disputes, counted on the UTC day on which each occurred. */
  revenueCents: v.number(),
});
export type DayTotals = v.InferOutput<typeof DayTotals>;

/** One entry per day of the range, oldest first, including days without activity. */
export const ChartDays = v.array(DayTotals);
