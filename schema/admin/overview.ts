/** GET /api/admin/overview. Product rules: Administrators. */
import * as v from 'valibot';

export const overviewPath = '/api/admin/overview';

/** Pending rows and their total value; lower bounds if `isMinimum`. */
export const Waiting = v.object({ count: v.number(), cents: v.number(), isMinimum: v.boolean() });
export type Waiting = v.InferOutput<typeof Waiting>;

export const Overview = v.object({
  /** Members with an active subscription, by tier; granted memberships are excluded. */
  paying: v.object({ basic: v.number(), premium: v.number() }),
  /** Yearly revenue of the renewing subscriptions, each at its own price. */
  recurringCents: v.number(),
  tokens: v.number(),
  owed: v.object({ cents: v.number(), members: v.number() }),
  /** Of these, members whose oldest amount is overdue. */
  overdue: Waiting,
  /** On hold, not included in `owed`. */
  heldCommissions: Waiting,
  heldChests: Waiting,
});
export type Overview = v.InferOutput<typeof Overview>;
