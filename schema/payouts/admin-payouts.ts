/** Amounts owed and paid to members. Product rules: Referrals, keys and commissions; Treasure chests. */
import * as v from 'valibot';
import { isoInstant, requiredText } from '#schema/fields.ts';
import { commissionKinds, commissionStatuses } from '#schema/referrals/referral.ts';
import { maxPayoutsPerRequest } from '#schema/rules.ts';

export const PayoutMember = v.object({ id: v.number(), email: v.string(), name: v.nullable(v.string()) });
export type PayoutMember = v.InferOutput<typeof PayoutMember>;

/**
 * `carried_over`: reversals reach or exceed what is owed. `suspended`: paid once reinstated. `left`: deletion requested. `in_run`: paid
 * with a payout run. `tax_form`: no tax form recorded yet. `address_held`: recently changed PayPal address.
 */
const payeeStates = ['to_pay', 'in_run', 'tax_form', 'address_held', 'carried_over', 'suspended', 'left'] as const;
export type PayeeState = (typeof payeeStates)[number];

/** GET /api/admin/payouts: a member with a positive or negative amount. */
export const Payee = v.object({
  ...PayoutMember.entries,
  state: v.picklist(payeeStates),
  /** Pending commissions and chests less pending reversals. */
  netCents: v.number(),
  entries: v.number(),
  /** Oldest pending amount; null if only reversals are pending. */
  oldestAt: v.nullable(isoInstant),
  isOverdue: v.boolean(),
  isPremium: v.boolean(),
  runId: v.nullable(v.number()),
  /** State of the PayPal address: a changed one is `held` for some days. Runs exclude members without one. */
  address: v.picklist(['none', 'held', 'confirmed']),
  /** Optimistic lock over everything pending for them; a payment must send it. */
  version: v.number(),
});
export type Payee = v.InferOutput<typeof Payee>;
export const PayeeList = v.array(Payee);

/** A payout settles commissions, reversals, restorations and monthly chests. */
export const PayoutEntry = v.object({
  kind: v.picklist([...commissionKinds, 'chest']),
  id: v.number(),
  amountCents: v.number(),
  createdAt: isoInstant,
  /** The referred member; null for chests. */
  friend: v.nullable(v.string()),
  /** UTC, YYYY-MM; null for commissions. */
  month: v.nullable(v.string()),
});
export type PayoutEntry = v.InferOutput<typeof PayoutEntry>;

/**
 * `email` is null for administrators without access to payouts. `heldUntil`: the address changed recently, so nothing is paid before then.
 */
export const MemberPayoutAddress = v.object({ email: v.nullable(v.string()), heldUntil: v.nullable(isoInstant) });
export type MemberPayoutAddress = v.InferOutput<typeof MemberPayoutAddress>;

/** GET /api/admin/payouts/due?members=1,2: the exact amounts, to check before paying. */
export const DuePayout = v.object({
  ...Payee.entries,
  rows: v.array(PayoutEntry),
  /** Null if they have set none. */
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

const wholeNumber = v.pipe(v.number('This must be a number'), v.integer('This must be a whole number'), v.minValue(0));
export const paymentReference = requiredText('Please enter the payment reference', 100);

/** POST /api/admin/payouts/payments, with an Idempotency-Key: pays each member in full or not at all. */
export const PayRequest = v.strictObject({
  reference: paymentReference,
  members: v.pipe(
    v.array(v.strictObject({ id: wholeNumber, version: wholeNumber }), 'members is required'),
    v.minLength(1, 'Please choose at least one member'),
    v.maxLength(maxPayoutsPerRequest, `Choose at most ${maxPayoutsPerRequest} members`),
    v.check((members) => new Set(members.map(({ id }) => id)).size === members.length, 'Choose each member only once'),
  ),
  wasSentBefore: v.optional(v.boolean()),
});
export type PayRequest = v.InferOutput<typeof PayRequest>;
export const PayForm = v.object({ reference: paymentReference });

/** Members paid, and members skipped because the amount changed since the caller saw it. */
export const PayResponse = v.object({
  paid: v.array(v.object({ id: v.number(), member: PayoutMember, amountCents: v.number() })),
  changed: v.array(PayoutMember),
  totalCents: v.number(),
});
export type PayResponse = v.InferOutput<typeof PayResponse>;

/** GET /api/admin/payouts/payments: one payment to a member. */
export const Payment = v.object({
  id: v.number(),
  member: PayoutMember,
  amountCents: v.number(),
  entries: v.number(),
  reference: v.string(),
  paidAt: isoInstant,
  paidBy: v.nullable(v.string()),
  /** The money came back and is owed again. */
  returnedAt: v.nullable(isoInstant),
});
export type Payment = v.InferOutput<typeof Payment>;
export const PaymentList = v.array(Payment);

/** GET /api/admin/payouts/payments/:id/entries */
export const PaymentEntries = v.array(PayoutEntry);

const owedEntries = {
  id: v.number(),
  member: PayoutMember,
  amountCents: v.number(),
  status: v.picklist(commissionStatuses),
  /** Why it needs an administrator, e.g. `same_card,dispute`. */
  heldReason: v.nullable(v.string()),
  hasLeft: v.boolean(),
  /** Pending amounts wait until the member is reinstated. */
  isSuspended: v.boolean(),
  paidAt: v.nullable(isoInstant),
  paidBy: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  createdAt: isoInstant,
  version: v.number(),
};

/** GET /api/admin/payouts/commissions: 0 cents if the referrer was free; reversals are negative. */
export const AdminCommission = v.object({
  ...owedEntries,
  kind: v.picklist(commissionKinds),
  friend: PayoutMember,
  /** Keys count unless the referral is held or reversed. */
  treasureKeys: v.number(),
  isOverdue: v.boolean(),
});
export type AdminCommission = v.InferOutput<typeof AdminCommission>;
export const AdminCommissionList = v.array(AdminCommission);

export const AdminChest = v.object({ ...owedEntries, month: v.string(), level: v.number(), isPremium: v.boolean() });
export type AdminChest = v.InferOutput<typeof AdminChest>;
export const AdminChestList = v.array(AdminChest);

/** Super administrators only, for unpaid commissions and chests. */
const payoutDecisions = ['hold', 'release', 'refuse'] as const;
export type PayoutDecision = (typeof payoutDecisions)[number];

const version = wholeNumber;
const reason = requiredText('Please enter a reason', 200);
/** POST /api/admin/payouts/commissions/:id/release, and the same for chests. */
export const ReleaseRequest = v.strictObject({ version });
/** POST …/hold and …/refuse. */
export const HoldOrRefuseRequest = v.strictObject({ version, reason });
export const ReasonForm = v.object({ reason });

/** GET /api/admin/payouts/commissions/:id/effects?decision=refuse&version=3, and the same for chests: preview of the effects. */
export const DecisionEffects = v.object({
  treasureKeys: v.number(),
  /** Unpaid chests that change with the keys; level 0 and 0 cents mean none. */
  chests: v.array(
    v.object({
      month: v.string(),
      levelBefore: v.number(),
      levelAfter: v.number(),
      centsBefore: v.number(),
      centsAfter: v.number(),
    }),
  ),
  /** Note of the administrator who holds it, or null. */
  heldNote: v.nullable(v.string()),
});
export type DecisionEffects = v.InferOutput<typeof DecisionEffects>;
export const EffectsQuery = v.object({
  decision: v.picklist(payoutDecisions, `decision must be one of ${payoutDecisions.join(', ')}`),
  version: v.pipe(v.string('version is required'), v.regex(/^\d{1,15}$/, 'version must be a whole number'), v.transform(Number)),
});
export type EffectsQuery = v.InferOutput<typeof EffectsQuery>;

/** GET /api/admin/payouts/summary: capped counts. */
export const PayoutSummary = v.object({
  owedCents: v.number(),
  owedMembers: v.number(),
  overdue: v.number(),
  heldCommissions: v.number(),
  heldChests: v.number(),
});
export type PayoutSummary = v.InferOutput<typeof PayoutSummary>;
