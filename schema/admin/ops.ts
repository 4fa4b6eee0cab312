import * as v from 'valibot';

export const walkKinds = ['subscriptions', 'invoices', 'payments', 'refunds', 'disputes'] as const;
export type WalkKind = (typeof walkKinds)[number];

/** POST /api/ops/stripe-reconcile: one page of Stripe's objects. */
export const ReconcileStep = v.strictObject({
  /** A UTC day; older objects are skipped. */
  since: v.pipe(v.string(), v.isoDate()),
  /** From the previous step; null starts. */
  cursor: v.nullable(v.pipe(v.string(), v.regex(/^[a-z]+:\w*$/))),
  /** Only this Stripe customer; needed for test clocks, whose objects are missing from Stripe's lists. */
  customer: v.optional(v.pipe(v.string(), v.regex(/^cus_\w+$/))),
  testClock: v.optional(v.pipe(v.string(), v.regex(/^clock_\w+$/))),
});
export type ReconcileStep = v.InferOutput<typeof ReconcileStep>;

export const ReconcileStepDone = v.object({
  cursor: v.nullable(v.string()),
  looked: v.number(),
  /** Objects whose state was missing or different in our database. */
  healed: v.array(v.object({ id: v.string(), memberId: v.number() })),
  /** Objects that need a manual decision, listed in the System tab. */
  undecided: v.array(v.object({ id: v.string(), reason: v.string(), about: v.string() })),
  /** On the last step: checkouts stay closed because the database was restored to a time before `since`. */
  checkoutsWait: v.boolean(),
});
export type ReconcileStepDone = v.InferOutput<typeof ReconcileStepDone>;

const openKinds = ['payout', 'print', 'booking', 'mail'] as const;
const OpenAfterRestore = v.object({
  kind: v.picklist(openKinds),
  /** Total count; `named` may list fewer. */
  count: v.number(),
  named: v.array(v.string()),
});
export type OpenAfterRestore = v.InferOutput<typeof OpenAfterRestore>;

/** POST /api/ops/restore-after: one bounded step of the cleanup after a database restore. */
export const RestoreStep = v.strictObject({
  /** The restore point, or any time between it and the restore. */
  to: v.pipe(v.string(), v.isoTimestamp()),
  /** From the previous step; null starts. */
  cursor: v.nullable(v.pipe(v.string(), v.regex(/^(sessions|erased):\S{0,500}$/))),
});
export type RestoreStep = v.InferOutput<typeof RestoreStep>;

export const RestoreStepDone = v.object({
  cursor: v.nullable(v.string()),
  /** Sessions, links and earlier sign-ins ended by this step. */
  ended: v.number(),
  /** Members erased after the backup: the next job run erases them again. */
  erasedAgain: v.array(v.number()),
  /** Only set on the last step. */
  open: v.array(OpenAfterRestore),
});
export type RestoreStepDone = v.InferOutput<typeof RestoreStepDone>;

/** POST /api/ops/payouts-compared */
export const PayoutComparison = v.object({ message: v.string() });
export type PayoutComparison = v.InferOutput<typeof PayoutComparison>;
