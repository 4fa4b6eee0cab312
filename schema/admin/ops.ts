/** Calls of whoever runs the service, by the token of operations. */
import * as v from 'valibot';

/** What is walked over, in this order. */
export const walkKinds = ['subscriptions', 'invoices', 'payments', 'refunds', 'disputes'] as const;
export type WalkKind = (typeof walkKinds)[number];

/** POST /api/ops/stripe-reconcile: one page of what Stripe has. */
export const ReconcileStep = v.strictObject({
  /** A day (UTC): what is older need not be looked at. */
  since: v.pipe(v.string(), v.isoDate()),
  /** As the step before answered it; null begins. */
  cursor: v.nullable(v.pipe(v.string(), v.regex(/^[a-z]+:\w*$/))),
  /** One customer of Stripe's alone, or those of one test clock: its lists leave out what goes by a test clock. */
  customer: v.optional(v.pipe(v.string(), v.regex(/^cus_\w+$/))),
  testClock: v.optional(v.pipe(v.string(), v.regex(/^clock_\w+$/))),
});
export type ReconcileStep = v.InferOutput<typeof ReconcileStep>;

export const ReconcileStepDone = v.object({
  /** For the next step; null once all is looked at. */
  cursor: v.nullable(v.string()),
  /** How many objects this step has looked at. */
  looked: v.number(),
  /** Objects that brought something which was missing or different. */
  healed: v.array(v.object({ id: v.string(), memberId: v.number() })),
  /** Objects that a person decides about; they wait in the System tab. */
  undecided: v.array(v.object({ id: v.string(), reason: v.string(), about: v.string() })),
  /** With the last step: no checkout opens yet, since the database was put back to a moment before this walk's first day. */
  checkoutsWait: v.boolean(),
});
export type ReconcileStepDone = v.InferOutput<typeof ReconcileStepDone>;

/** What whoever runs the service looks up elsewhere after a restore. */
const openKinds = ['payout', 'print', 'booking', 'mail'] as const;
const OpenAfterRestore = v.object({
  kind: v.picklist(openKinds),
  /** How many there are; not all of them need be named. */
  count: v.number(),
  named: v.array(v.string()),
});
export type OpenAfterRestore = v.InferOutput<typeof OpenAfterRestore>;

/** POST /api/ops/restore-after: a bounded step of what is to be done after the database was put back. */
export const RestoreStep = v.strictObject({
  /** The moment that it was put back to, or any between that and the restoring. */
  to: v.pipe(v.string(), v.isoTimestamp()),
  /** As the step before answered it; null begins. */
  cursor: v.nullable(v.pipe(v.string(), v.regex(/^(sessions|erased):\S{0,500}$/))),
});
export type RestoreStep = v.InferOutput<typeof RestoreStep>;

export const RestoreStepDone = v.object({
  /** For the next step; null once all is done. */
  cursor: v.nullable(v.string()),
  /** Sessions, links and earlier sign-ins that this step ended. */
  ended: v.number(),
  /** Members who were erased after the backup: the next run of the job erases them again. */
  erasedAgain: v.array(v.number()),
  /** With the last step. */
  open: v.array(OpenAfterRestore),
});
export type RestoreStepDone = v.InferOutput<typeof RestoreStepDone>;

/** POST /api/ops/payouts-compared */
export const PayoutComparison = v.object({ message: v.string() });
export type PayoutComparison = v.InferOutput<typeof PayoutComparison>;
