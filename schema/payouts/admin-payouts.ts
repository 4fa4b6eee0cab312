/** Amounts owed and paid to members. Product rules: Referrals, keys and commissions; Treasure chests. */
import * as v from 'valibot';
import { isoInstant, requiredLines, requiredText } from '#schema/fields.ts';
import { commissionKinds, commissionStatuses } from '#schema/referrals/referral.ts';
import { maxPayoutsPerRequest, maxSentCents } from '#schema/rules.ts';

export const PayoutMember = v.object({ id: v.number(), email: v.string(), name: v.nullable(v.string()) });
export type PayoutMember = v.InferOutput<typeof PayoutMember>;

/**
 * Whether a member can be paid (`to_pay`), or why not. `in_run`: a payout run already includes the member. `tax_form`: a required tax form
 * has not been recorded. `address_held`: the PayPal address changed recently. `carried_over`: reversals equal or exceed the amount owed.
 * `suspended`: paid once the member is reinstated. `left`: the member requested deletion.
 */
const payeeStates = ['to_pay', 'in_run', 'tax_form', 'address_held', 'carried_over', 'suspended', 'left'] as const;
export type PayeeState = (typeof payeeStates)[number];

/** Entry in the response of GET /api/admin/payouts: a member whose pending amount is not zero. */
export const Payee = v.object({
  ...PayoutMember.entries,
  state: v.picklist(payeeStates),
  /** Pending commissions and chests in cents, minus pending reversals. */
  netCents: v.number(),
  entries: v.number(),
  /** When the oldest pending amount was earned; null if only reversals are pending. */
  oldestAt: v.nullable(isoInstant),
  isOverdue: v.boolean(),
  isPremium: v.boolean(),
  runId: v.nullable(v.number()),
  /** State of the PayPal address. A changed address is `held` for a few days. Payout runs exclude members without an address. */
  address: v.picklist(['none', 'held', 'confirmed']),
  /** Optimistic lock for all of the member's pending amounts. A payment request must include it. */
  version: v.number(),
});
export type Payee = v.InferOutput<typeof Payee>;
export const PayeeList = v.array(Payee);

/**
 * Response of GET /api/admin/payouts/without-address: members who are owed money but have no PayPal address. Counts stop at
 * `maxCountedRows` + 1; `cents` then sums only these members.
 */
export const PayeesWithoutAddress = v.object({
  members: v.number(),
  cents: v.number(),
  /** Number of members without a PayPal address who have not been reminded in the last week. */
  toRemind: v.number(),
});
export type PayeesWithoutAddress = v.InferOutput<typeof PayeesWithoutAddress>;

/**
 * An amount settled by a payout: a commission, a reversal, a restoration, a monthly chest, or a surplus (an overpayment through PayPal or
 * its deduction from a later payout).
 */
export const PayoutEntry = v.object({
  kind: v.picklist([...commissionKinds, 'chest', 'surplus']),
  id: v.number(),
  amountCents: v.number(),
  createdAt: isoInstant,
  /** The referred member; null for chests. */
  friend: v.nullable(v.string()),
  /** UTC month of a chest, YYYY-MM; null for commissions. */
  month: v.nullable(v.string()),
});
export type PayoutEntry = v.InferOutput<typeof PayoutEntry>;

/**
 * A member's PayPal address. `email` is null for administrators without access to payouts. `heldUntil` is set if payouts are on hold
 * because the address changed recently.
 */
export const MemberPayoutAddress = v.object({ email: v.nullable(v.string()), heldUntil: v.nullable(isoInstant) });
export type MemberPayoutAddress = v.InferOutput<typeof MemberPayoutAddress>;

/** Response of GET /api/admin/payouts/due?members=1,2: the exact amounts owed, which the administrator checks before paying. */
export const DuePayout = v.object({
  ...Payee.entries,
  rows: v.array(PayoutEntry),
  /** The PayPal address to pay to; null if the member has not set one. */
  payoutAddress: v.nullable(MemberPayoutAddress),
});
export type DuePayout = v.InferOutput<typeof DuePayout>;
export const DuePayouts = v.array(DuePayout);
export const DuePayoutsQuery = v.object({
  members: v.pipe(
    v.string('members is required'),
    v.regex(/^\d{1,15}(,\d{1,15})*$/, 'members must be member ids separated by commas'),
    v.transform((text) => [...new Set(text.split(',').map(Number))]),
    v.maxLength(maxPayoutsPerRequest, `Choose at most ${maxPayoutsPerRequest} members`),
  ),
});

const sentCents = v.pipe(
  v.number('sentCents must be a number'),
  v.integer('sentCents must be a whole number'),
  v.minValue(1, 'sentCents must be at least 1'),
  v.maxValue(maxSentCents, 'sentCents is too large'),
);
const wholeNumber = v.pipe(v.number('This must be a number'), v.integer('This must be a whole number'), v.minValue(0));
export const paymentReference = requiredText('Please enter the payment reference', 100);

/**
 * Body of POST /api/admin/payouts/payments, which requires an Idempotency-Key. Each member is paid in full or not at all. `sentCents`
 * records a payment that was already sent, regardless of the amount now owed.
 */
export const PayRequest = v.strictObject({
  reference: paymentReference,
  members: v.pipe(
    v.array(v.strictObject({ id: wholeNumber, version: wholeNumber, sentCents: v.optional(sentCents) }), 'members is required'),
    v.minLength(1, 'Please choose at least one member'),
    v.maxLength(maxPayoutsPerRequest, `Choose at most ${maxPayoutsPerRequest} members`),
    v.check((members) => new Set(members.map(({ id }) => id)).size === members.length, 'Choose each member only once'),
  ),
  wasSentBefore: v.optional(v.boolean()),
});
export type PayRequest = v.InferOutput<typeof PayRequest>;
export const PayForm = v.object({ reference: paymentReference });

/** Members who were paid, and members who were skipped because their amount had changed since the caller loaded it. */
export const PayResponse = v.object({
  paid: v.array(v.object({ id: v.number(), member: PayoutMember, amountCents: v.number() })),
  changed: v.array(PayoutMember),
  totalCents: v.number(),
});
export type PayResponse = v.InferOutput<typeof PayResponse>;

/** Entry in the response of GET /api/admin/payouts/payments: one payment to a member. */
export const Payment = v.object({
  id: v.number(),
  member: PayoutMember,
  amountCents: v.number(),
  entries: v.number(),
  /** Overpaid amount; negative if this payment deducted an earlier overpayment. */
  surplusCents: v.number(),
  reference: v.string(),
  paidAt: isoInstant,
  paidBy: v.nullable(v.string()),
  /** When the payment was returned; the amount has been owed again since then. */
  returnedAt: v.nullable(isoInstant),
  /** True if an administrator undid marking the payout run as paid, so this payment was never sent. */
  isUndone: v.boolean(),
});
export type Payment = v.InferOutput<typeof Payment>;
export const PaymentList = v.array(Payment);

export const PaymentEntries = v.array(PayoutEntry);

const owedEntries = {
  id: v.number(),
  member: PayoutMember,
  amountCents: v.number(),
  status: v.picklist(commissionStatuses),
  /** Comma-separated reasons for the hold, for example `same_card,dispute`. An administrator must resolve them. */
  heldReason: v.nullable(v.string()),
  hasLeft: v.boolean(),
  /** True if the member is suspended, so pending amounts are not paid until the member is reinstated. */
  isSuspended: v.boolean(),
  paidAt: v.nullable(isoInstant),
  paidBy: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  createdAt: isoInstant,
  version: v.number(),
};

/**
 * Entry in the response of GET /api/admin/payouts/commissions. The amount is 0 if the referrer was on the free tier, and negative for
 * reversals.
 */
export const AdminCommission = v.object({
  ...owedEntries,
  kind: v.picklist(commissionKinds),
  friend: PayoutMember,
  /** Number of Treasure Keys for the referral. They are valid unless the commission is on hold or reversed. */
  treasureKeys: v.number(),
  isOverdue: v.boolean(),
});
export type AdminCommission = v.InferOutput<typeof AdminCommission>;
export const AdminCommissionList = v.array(AdminCommission);

export const AdminChest = v.object({ ...owedEntries, month: v.string(), level: v.number(), isPremium: v.boolean() });
export type AdminChest = v.InferOutput<typeof AdminChest>;
export const AdminChestList = v.array(AdminChest);

/** Decisions about unpaid commissions and chests, which only super administrators can make. */
const payoutDecisions = ['hold', 'release', 'refuse'] as const;
export type PayoutDecision = (typeof payoutDecisions)[number];

const version = wholeNumber;
const reason = requiredLines('Please enter a reason', 200);
/** Body of POST /api/admin/payouts/commissions/:id/release and its equivalent for chests. */
export const ReleaseRequest = v.strictObject({ version });
/** Body of POST …/hold and …/refuse, for commissions and chests. */
export const HoldOrRefuseRequest = v.strictObject({ version, reason });
export const ReasonForm = v.object({ reason });

/**
 * Response of GET /api/admin/payouts/commissions/:id/effects?decision=refuse&version=3 and its equivalent for chests, which preview the
 * effects of a decision.
 */
export const DecisionEffects = v.object({
  treasureKeys: v.number(),
  /** Unpaid chests whose level depends on the Treasure Keys that the decision adds or removes. Level 0 with 0 cents means no chest. */
  chests: v.array(
    v.object({
      month: v.string(),
      levelBefore: v.number(),
      levelAfter: v.number(),
      centsBefore: v.number(),
      centsAfter: v.number(),
    }),
  ),
  /** Note from the administrator who put the commission or chest on hold; null if there is none. */
  heldNote: v.nullable(v.string()),
});
export type DecisionEffects = v.InferOutput<typeof DecisionEffects>;
export const EffectsQuery = v.object({
  decision: v.picklist(payoutDecisions, `decision must be one of ${payoutDecisions.join(', ')}`),
  version: v.pipe(v.string('version is required'), v.regex(/^\d{1,15}$/, 'version must be a whole number'), v.transform(Number)),
});
export type EffectsQuery = v.InferOutput<typeof EffectsQuery>;

/** Response of GET /api/admin/payouts/summary. Counts are capped. */
export const PayoutSummary = v.object({
  owedCents: v.number(),
  owedMembers: v.number(),
  overdue: v.number(),
  heldCommissions: v.number(),
  heldChests: v.number(),
});
export type PayoutSummary = v.InferOutput<typeof PayoutSummary>;
