/** Response of GET /api/admin/overview. Product rules: Administrators. */
import * as v from 'valibot';

export const overviewPath = '/api/admin/overview';

/** Number of overdue payouts, or of commissions or chests on hold, and their total value. Both are lower bounds if `isMinimum` is true. */
export const Waiting = v.object({ count: v.number(), cents: v.number(), isMinimum: v.boolean() });
export type Waiting = v.InferOutput<typeof Waiting>;

/** Commissions or chests on hold, and the same per hold reason. A row with several reasons counts under each of them. */
export const Held = v.object({
  ...Waiting.entries,
  reasons: v.array(v.object({ reason: v.nullable(v.string()), count: v.number(), cents: v.number() })),
});
export type Held = v.InferOutput<typeof Held>;

export const Overview = v.object({
  /** Number of members with an active subscription, by tier. Granted memberships are not counted. */
  paying: v.object({ basic: v.number(), premium: v.number() }),
  /** Annual recurring revenue: the sum of the prices of all subscriptions that renew. */
  recurringCents: v.number(),
  tokens: v.number(),
  owed: v.object({ cents: v.number(), members: v.number() }),
  /** Members counted in `owed` who have a PayPal address and whose payout is overdue. */
  overdue: Waiting,
  /** Commissions on hold, excluded from `owed`. */
  heldCommissions: Held,
  heldChests: Held,
});
export type Overview = v.InferOutput<typeof Overview>;
