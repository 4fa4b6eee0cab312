/** GET /api/admin/totals */
import * as v from 'valibot';

export const totalsPath = '/api/admin/totals';

/** Counts stop at `attentionMaxCount` + 1, shown as "49+". */
export const Attention = v.object({
  claims: v.number(),
  /** Held commissions and chests, plus members with an overdue payout. */
  payouts: v.number(),
  /** Paid orders to be shipped but not yet sent to print. */
  orders: v.number(),
  reviews: v.number(),
  certificates: v.number(),
  messages: v.number(),
  /** 1 if the last check of the token ledger found differences. */
  ledger: v.number(),
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
