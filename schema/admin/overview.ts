/** GET /api/admin/overview: how the business stands. Product rules: Administrators. */
import * as v from 'valibot';

export const overviewPath = '/api/admin/overview';

/** Rows that wait and what they are worth together, as far as they were counted: there are more where `isMinimum`. */
export const Waiting = v.object({ count: v.number(), cents: v.number(), isMinimum: v.boolean() });
export type Waiting = v.InferOutput<typeof Waiting>;

export const Overview = v.object({
  /** Members whose subscription runs, by its tier; granted memberships pay nothing. */
  paying: v.object({ basic: v.number(), premium: v.number() }),
  /** What those subscriptions bring a year that will renew, each at its own price. */
  recurringCents: v.number(),
  /** Sum of all members' balances. */
  tokens: v.number(),
  /** What is to be paid to members now. */
  owed: v.object({ cents: v.number(), members: v.number() }),
  /** Members of these whose oldest is overdue. */
  overdue: Waiting,
  /** Beside what is to be paid: it waits for a decision. */
  heldCommissions: Waiting,
  heldChests: Waiting,
});
export type Overview = v.InferOutput<typeof Overview>;
