/** Response of GET /api/admin/totals: the counts displayed on the administrators' dashboard. */
import * as v from 'valibot';

export const totalsPath = '/api/admin/totals';

/** Counts stop at `maxCountedRows` + 1. */
export const Attention = v.object({
  claims: v.number(),
  /** Number of held commissions and chests, plus members with an overdue payout. */
  payouts: v.number(),
  /** Number of payout runs whose next step the signed-in administrator can take. */
  runs: v.number(),
  /** Number of paid orders that need shipping but have not been sent to the printer. */
  orders: v.number(),
  /** Number of disputes waiting for our response. */
  disputes: v.number(),
  reviews: v.number(),
  /** Number of second looks that this administrator may perform or, if escalated, close. */
  secondLooks: v.number(),
  /** Number of stays that need an offer or a booking, or have an unsettled complaint. */
  stays: v.number(),
  messages: v.number(),
  /** 1 if the last ledger check found mismatches, otherwise 0. */
  ledger: v.number(),
  /** 1 if the last check of all dollar amounts found mismatches, otherwise 0. */
  money: v.number(),
  jobs: v.number(),
  mails: v.number(),
  events: v.number(),
  prints: v.number(),
});
export type Attention = v.InferOutput<typeof Attention>;

export const Totals = v.object({
  users: v.number(),
  cards: v.number(),
  tokensIssued: v.number(),
  attention: Attention,
});
export type Totals = v.InferOutput<typeof Totals>;
