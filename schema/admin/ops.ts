import * as v from 'valibot';

export const walkKinds = ['subscriptions', 'invoices', 'payments', 'refunds', 'disputes'] as const;
export type WalkKind = (typeof walkKinds)[number];

/** Body of POST /api/ops/stripe-reconcile, which processes one page of Stripe objects. */
export const ReconcileStep = v.strictObject({
  /** UTC date. Stripe objects created before this date are skipped. */
  since: v.pipe(v.string(), v.isoDate()),
  /** Cursor returned by the previous request; null for the first request. */
  cursor: v.nullable(v.pipe(v.string(), v.regex(/^[a-z]+:\w*$/))),
  /** Limits the request to one Stripe customer. Needed for customers with test clocks because Stripe's regular lists omit their objects. */
  customer: v.optional(v.pipe(v.string(), v.regex(/^cus_\w+$/))),
  testClock: v.optional(v.pipe(v.string(), v.regex(/^clock_\w+$/))),
});
export type ReconcileStep = v.InferOutput<typeof ReconcileStep>;

export const ReconcileStepResult = v.object({
  cursor: v.nullable(v.string()),
  examined: v.number(),
  /** Stripe objects that were missing or outdated in our database and have been corrected. */
  repaired: v.array(v.object({ id: v.string(), memberId: v.number() })),
  /** Stripe objects that could not be assigned to a member automatically. The System tab lists them for administrators. */
  undecided: v.array(v.object({ id: v.string(), reason: v.string(), about: v.string() })),
  /** True on the last request if checkout remains blocked because the database was restored to a time before `since`; otherwise false. */
  checkoutsWait: v.boolean(),
});
export type ReconcileStepResult = v.InferOutput<typeof ReconcileStepResult>;

const unresolvedKinds = ['administrator', 'payout', 'print', 'booking', 'mail'] as const;
const UnresolvedRestoreItem = v.object({
  kind: v.picklist(unresolvedKinds),
  /** Total number of items of this kind to check; `named` may list only some of them. */
  count: v.number(),
  named: v.array(v.string()),
});
export type UnresolvedRestoreItem = v.InferOutput<typeof UnresolvedRestoreItem>;

/** Body of POST /api/ops/restore-after, which performs one bounded step of the cleanup after a database restore. */
export const RestoreStep = v.strictObject({
  /** The restore point of the database, or any time between it and the restore itself. */
  to: v.pipe(v.string(), v.isoTimestamp()),
  /** Cursor returned by the previous request; null for the first request. */
  cursor: v.nullable(v.pipe(v.string(), v.regex(/^(sessions|erased):\S{0,500}$/))),
});
export type RestoreStep = v.InferOutput<typeof RestoreStep>;

export const RestoreStepResult = v.object({
  cursor: v.nullable(v.string()),
  /**
   * Number of sessions and links that this request invalidated, plus the number of accounts whose earlier provider sign-ins and known
   * devices it invalidated.
   */
  ended: v.number(),
  /** Ids of members who were erased after the restore point. The next run of `erase-accounts` erases them again. */
  erasedAgain: v.array(v.number()),
  /** Ids of members whose deletion, canceled after the restore point, was canceled again. */
  canceledAgain: v.array(v.number()),
  /** Ids of members whose deletion was canceled after the restore point, but not canceled again because their restored email may be an intruder's. */
  toRecover: v.array(v.number()),
  /** Items that an administrator must check manually; empty until the last request of the cleanup. */
  open: v.array(UnresolvedRestoreItem),
});
export type RestoreStepResult = v.InferOutput<typeof RestoreStepResult>;

export const PayoutComparison = v.object({ message: v.string() });
export type PayoutComparison = v.InferOutput<typeof PayoutComparison>;
