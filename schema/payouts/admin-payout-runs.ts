/** A payout run pays many members at once through PayPal files. Product rules: Payout runs. */
import * as v from 'valibot';
import { isoInstant, requiredLines } from '#schema/fields.ts';
import { PayoutMember } from './admin-payouts.ts';

/**
 * Scope of a payout run: all pending amounts, only commissions, only chests, or everything owed to premium members or to members with
 * overdue amounts.
 */
export const runScopes = ['all', 'commissions', 'chests', 'premium', 'overdue'] as const;
export type RunScope = (typeof runScopes)[number];

export const runStatuses = ['collecting', 'frozen', 'approved', 'paying', 'paid', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/**
 * Statuses of a payout line. `out`: removed from the run (see `removalReasons`), and the amount is still owed. `returned`: PayPal returned
 * the money, so the amount is owed again.
 */
export const lineStatuses = ['in', 'paid', 'returned', 'out', 'cancelled'] as const;
export type LineStatus = (typeof lineStatuses)[number];

/** Why a member is excluded from a payout run. `held`: under review. `carried_over`: reversals equal or exceed the amount owed. */
const exclusionReasons = ['left', 'suspended', 'in_run', 'carried_over', 'tax_form', 'no_address', 'address_held', 'held'] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];

/** Why a line was removed. `given`: whoever was to approve the run gave its member something. */
export const removalReasons = ['left', 'suspended', 'held', 'taken_back', 'changed', 'tax_form', 'address_changed', 'given'] as const;
export type RemovalReason = (typeof removalReasons)[number];

const day = v.pipe(
  v.string(),
  v.isoDate('The day must be YYYY-MM-DD'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'This date does not exist'),
);
const scope = v.picklist(runScopes, `scope must be one of ${runScopes.join(', ')}`);
/**
 * Request for a new payout run. `until` limits the run to amounts earned by the end of that UTC day. Without it, the run pays all amounts
 * owed.
 */
export const RunRequest = v.strictObject({ scope, until: v.optional(v.nullable(day)) });
export type RunRequest = v.InferOutput<typeof RunRequest>;
/** Query of GET /api/admin/payouts/runs/preview?scope=all&until=2026-10-31. */
export const RunPreviewQuery = v.object({ scope, until: v.optional(day) });

export const RunPreview = v.object({
  members: v.number(),
  totalCents: v.number(),
  excluded: v.array(v.object({ reason: v.picklist(exclusionReasons), members: v.number(), cents: v.number() })),
  /**
   * True if payouts are blocked because the database was restored. They stay blocked until an administrator has compared our payments with
   * PayPal's.
   */
  waitsForComparison: v.boolean(),
});
export type RunPreview = v.InferOutput<typeof RunPreview>;

const person = v.nullable(v.string());
/** Response of GET /api/admin/payouts/runs, newest first. Administrators are identified by email address. */
export const PayoutRun = v.object({
  id: v.number(),
  scope,
  until: v.nullable(v.string()),
  status: v.picklist(runStatuses),
  /** Number of lines (one per member) and their total amount, including paid lines and excluding removed ones. */
  lines: v.number(),
  totalCents: v.number(),
  /** Number of lines that the run will have, as counted in the preview. The run has fewer while lines are still being added. */
  expectedLines: v.number(),
  paidLines: v.number(),
  outLines: v.number(),
  returnedLines: v.number(),
  returnedCents: v.number(),
  /** Version of the PayPal files. Removing a line increments it because earlier downloads must no longer be used. */
  filesVersion: v.number(),
  createdAt: isoInstant,
  createdBy: person,
  approvedAt: v.nullable(isoInstant),
  approvedBy: person,
  paidAt: v.nullable(isoInstant),
  paidBy: person,
  cancelledAt: v.nullable(isoInstant),
  version: v.number(),
});
export type PayoutRun = v.InferOutput<typeof PayoutRun>;
export const PayoutRunList = v.array(PayoutRun);

export const RunLine = v.object({
  id: v.number(),
  runId: v.number(),
  member: PayoutMember,
  address: v.string(),
  amountCents: v.number(),
  entries: v.number(),
  reference: v.string(),
  status: v.picklist(lineStatuses),
  reason: v.nullable(v.picklist(removalReasons)),
  /** Last version of the PayPal files that includes the line. */
  outVersion: v.nullable(v.number()),
  paymentId: v.nullable(v.number()),
});
export type RunLine = v.InferOutput<typeof RunLine>;
export const RunLineList = v.array(RunLine);

export const RunDetails = v.object({
  ...PayoutRun.entries,
  out: RunLineList,
  /** True if the caller may approve the run. If false, another super administrator must approve it. */
  isApprovable: v.boolean(),
  /** Super administrators who may approve the run, either now or from the time in `from`; empty unless the run is waiting for approval. */
  approvers: v.array(v.object({ email: v.string(), from: v.nullable(isoInstant), isCaller: v.boolean() })),
  /** What administrators recently gave the members whom the run is about to pay, largest payments first; empty unless it waits for approval. */
  gifts: v.array(
    v.object({
      member: v.object({ id: v.number(), email: v.string() }),
      amountCents: v.number(),
      /** Action as in the audit log. */
      action: v.string(),
      by: person,
      at: isoInstant,
    }),
  ),
  /** The latest download of each PayPal file, newest version first. */
  downloads: v.array(v.object({ part: v.number(), filesVersion: v.number(), at: isoInstant, by: person })),
  /** Deadline for an administrator to undo marking the run as paid; null if this cannot be undone. */
  undoUntil: v.nullable(isoInstant),
});
export type RunDetails = v.InferOutput<typeof RunDetails>;

const version = v.pipe(v.number('version is required'), v.integer('version must be a whole number'), v.minValue(0));
/**
 * Body of POST /api/admin/payouts/runs/:id/approve, …/cancel and …/undo. `version` is an optimistic lock. `totalCents` is the total that
 * the administrator typed. It is required to approve, pay or cancel a run above `typedTotalAboveCents`.
 */
export const RunStepRequest = v.strictObject({ version, totalCents: v.optional(v.pipe(v.number(), v.integer())) });
export type RunStepRequest = v.InferOutput<typeof RunStepRequest>;
/** Form in which an administrator types a large total to confirm it. Accepts `$1,234.50`, `1234.50` or `1234.5`. */
export const typedTotalForm = (totalCents: number, message: string) =>
  v.object({
    total: v.pipe(
      v.string(),
      v.check(
        (text) =>
          Math.round(
            Number(
              text
                .trim()
                .replace(/^\$/, '')
                .replace(/,(?=\d{3})/g, '') || Number.NaN,
            ) * 100,
          ) === totalCents,
        message,
      ),
    ),
  });
/** Body of POST …/pay. `wasSentBefore` means that the money was already sent before a database restore. */
export const RunPayRequest = v.strictObject({ ...RunStepRequest.entries, wasSentBefore: v.optional(v.boolean()) });
/** Query of GET …/paypal.csv?part=1. PayPal accepts 5,000 lines per file, so a run may have several parts. */
export const RunFileQuery = v.object({
  part: v.pipe(v.optional(v.string(), '1'), v.regex(/^[1-9]\d{0,4}$/, 'part must be a whole number'), v.transform(Number)),
});

/**
 * A payout run whose next step the signed-in administrator can take. Entry in the response of GET /api/admin/payouts/runs/waiting, which is
 * sorted oldest first.
 */
export const WaitingRun = v.object({
  id: v.number(),
  step: v.picklist(['approve', 'pay']),
  lines: v.number(),
  totalCents: v.number(),
  createdAt: isoInstant,
  createdBy: v.nullable(v.string()),
});
export type WaitingRun = v.InferOutput<typeof WaitingRun>;
export const WaitingRunList = v.array(WaitingRun);

export const ReturnRequest = v.strictObject({ reason: requiredLines('Please enter a reason', 200) });
export const ReturnForm = v.object(ReturnRequest.entries);

export const taxFormKinds = ['W-9', 'W-8BEN', 'W-8BEN-E', 'other'] as const;
/** Body of POST /api/admin/payouts/tax-forms, which records that a member has submitted a tax form. */
export const TaxFormRequest = v.strictObject({
  memberId: v.pipe(v.number('memberId is required'), v.integer('memberId must be a whole number'), v.minValue(1)),
  kind: v.picklist(taxFormKinds, `kind must be one of ${taxFormKinds.join(', ')}`),
  receivedOn: day,
});
export type TaxFormRequest = v.InferOutput<typeof TaxFormRequest>;
export const TaxFormForm = v.object({ kind: TaxFormRequest.entries.kind, receivedOn: day });

export const PayoutYearQuery = v.object({
  year: v.pipe(v.string('year is required'), v.regex(/^20\d\d$/, 'year must have four digits, like 2026'), v.transform(Number)),
});
