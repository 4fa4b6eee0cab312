/** GET /api/admin/totals: the dashboard's tiles, and what waits for somebody. */
import * as v from 'valibot';

export const totalsPath = '/api/admin/totals';

/** Number of things that wait, counted up to `attentionMaxCount` and one more, which is shown as "49+". */
export const Attention = v.object({
  /** Ownership claims that wait for a decision. */
  claims: v.number(),
  /** Commissions and chests that are held, and members whose payout is overdue: as the tab counts them. */
  payouts: v.number(),
  /** Paid orders that are to be shipped and have not gone to print. */
  orders: v.number(),
  /** Certificates that wait for their review. */
  reviews: v.number(),
  /** Stays that wait to be booked. */
  certificates: v.number(),
  /** Messages nobody has answered. */
  messages: v.number(),
  /** 1 while the token ledger is known not to add up. */
  ledger: v.number(),
  /** Jobs that failed or did not run. */
  jobs: v.number(),
  /** Mails that could not be sent. */
  mails: v.number(),
  /** Payment events that have been waiting for an hour. */
  events: v.number(),
  /** Orders at the card printer that failed, or that it never answered. */
  prints: v.number(),
});
export type Attention = v.InferOutput<typeof Attention>;

export const Totals = v.object({
  users: v.number(),
  cards: v.number(),
  /** Sum of all members' balances. */
  tokensIssued: v.number(),
  attention: Attention,
});
export type Totals = v.InferOutput<typeof Totals>;
