/** What the product owes its members, and what it has paid them, as administrators see it. Product rules: Referrals, keys and commissions; Treasure chests. */
import * as v from 'valibot';
import { isoInstant, requiredText } from '#schema/fields.ts';
import { commissionKinds, commissionStatuses } from '#schema/referrals/referral.ts';
import { payoutsAtOnce } from '#schema/rules.ts';

export const PayoutMember = v.object({ id: v.number(), email: v.string(), name: v.nullable(v.string()) });
export type PayoutMember = v.InferOutput<typeof PayoutMember>;

/**
 * `carried_over`: what was taken back is not less than what is owed. `suspended`: paid once they are let back. `left`: the account
 * is being deleted. `in_run`: paid with a payout run. `tax_form`: waits until their tax form is noted. `address_held`: their PayPal
 * address was changed some days ago.
 */
const payeeStates = ['to_pay', 'in_run', 'tax_form', 'address_held', 'carried_over', 'suspended', 'left'] as const;
export type PayeeState = (typeof payeeStates)[number];

/** GET /api/admin/payouts: a member to whom something is owed, or who owes. */
export const Payee = v.object({
  ...PayoutMember.entries,
  state: v.picklist(payeeStates),
  /** Pending commissions and chests less pending reversals. */
  netCents: v.number(),
  entries: v.number(),
  /** When the oldest of them came; null where nothing but reversals is pending. */
  oldestAt: v.nullable(isoInstant),
  isOverdue: v.boolean(),
  isPremium: v.boolean(),
  /** The run that they stand in. */
  runId: v.nullable(v.number()),
  /** Their PayPal address: a changed one is `held` for some days. A run leaves out who has none. */
  address: v.picklist(['none', 'held', 'confirmed']),
  /** Of all that is pending for them together: payment names the one that was seen. */
  version: v.number(),
});
export type Payee = v.InferOutput<typeof Payee>;
export const PayeeList = v.array(Payee);

/** What one payout settles: a commission, the reversal of one, what gives such a reversal back, or the treasure chest of a month. */
export const PayoutEntry = v.object({
  kind: v.picklist([...commissionKinds, 'chest']),
  id: v.number(),
  amountCents: v.number(),
  createdAt: isoInstant,
  /** Whom the member brought; null for chests. */
  friend: v.nullable(v.string()),
  /** UTC, YYYY-MM; null for commissions. */
  month: v.nullable(v.string()),
});
export type PayoutEntry = v.InferOutput<typeof PayoutEntry>;

/**
 * Where a member's earnings go. `email` is null for administrators to whom payouts are closed; `heldUntil`: it was changed lately,
 * and nothing is paid before that.
 */
export const MemberPayoutAddress = v.object({ email: v.nullable(v.string()), heldUntil: v.nullable(isoInstant) });
export type MemberPayoutAddress = v.InferOutput<typeof MemberPayoutAddress>;

/** GET /api/admin/payouts/due?members=1,2: what exactly is owed to these, to be looked at before it is paid. */
export const DuePayout = v.object({
  ...Payee.entries,
  rows: v.array(PayoutEntry),
  /** Null where they have given none. */
  payoutAddress: v.nullable(MemberPayoutAddress),
});
export type DuePayout = v.InferOutput<typeof DuePayout>;
export const DuePayouts = v.array(DuePayout);
export const DuePayoutsQuery = v.object({
  members: v.pipe(
    v.string('members is required'),
    v.regex(/^\d{1,15}(,\d{1,15})*$/, 'members are the ids of members, with commas between them'),
    v.transform((text) => [...new Set(text.split(',').map(Number))]),
    v.maxLength(payoutsAtOnce, `At most ${payoutsAtOnce} members at once`),
  ),
});

const wholeNumber = v.pipe(v.number('This must be a number'), v.integer('This must be a whole number'), v.minValue(0));
export const paymentReference = requiredText('Please give the reference of the payment', 100);

/** POST /api/admin/payouts/payments, with an Idempotency-Key: these members as they were seen, each wholly or not at all. */
export const PayRequest = v.strictObject({
  reference: paymentReference,
  members: v.pipe(
    v.array(v.strictObject({ id: wholeNumber, version: wholeNumber }), 'members is required'),
    v.minLength(1, 'Please choose at least one member'),
    v.maxLength(payoutsAtOnce, `At most ${payoutsAtOnce} members at once`),
    v.check((members) => new Set(members.map(({ id }) => id)).size === members.length, 'Each member once'),
  ),
  /** After a restore: the money went before it, and is only written down. See docs/operations.md. */
  wasSentBefore: v.optional(v.boolean()),
});
export type PayRequest = v.InferOutput<typeof PayRequest>;
export const PayForm = v.object({ reference: paymentReference });

/** Who was paid what; and who was not, because what they are owed has changed since it was looked at. */
export const PayResponse = v.object({
  paid: v.array(v.object({ id: v.number(), member: PayoutMember, amountCents: v.number() })),
  changed: v.array(PayoutMember),
  totalCents: v.number(),
});
export type PayResponse = v.InferOutput<typeof PayResponse>;

/** GET /api/admin/payouts/payments: what was paid to a member at once. */
export const Payment = v.object({
  id: v.number(),
  member: PayoutMember,
  amountCents: v.number(),
  entries: v.number(),
  reference: v.string(),
  paidAt: isoInstant,
  /** E-mail of the administrator. */
  paidBy: v.nullable(v.string()),
  /** The money came back: it is owed again. */
  returnedAt: v.nullable(isoInstant),
});
export type Payment = v.InferOutput<typeof Payment>;
export const PaymentList = v.array(Payment);

/** GET /api/admin/payouts/payments/:id/entries */
export const PaymentEntries = v.array(PayoutEntry);

const owed = {
  id: v.number(),
  member: PayoutMember,
  amountCents: v.number(),
  status: v.picklist(commissionStatuses),
  /** Why it waits for an administrator, e.g. `same_card,dispute`. */
  heldReason: v.nullable(v.string()),
  /** The account of the member is being deleted, or is gone. */
  hasLeft: v.boolean(),
  /** The member is suspended: what is pending waits until they are let back. */
  isSuspended: v.boolean(),
  paidAt: v.nullable(isoInstant),
  paidBy: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  createdAt: isoInstant,
  version: v.number(),
};

/** GET /api/admin/payouts/commissions: commissions, of no money where the referrer was free, and their reversals, which are negative. */
export const AdminCommission = v.object({
  ...owed,
  kind: v.picklist(commissionKinds),
  /** The member who was brought and bought. */
  friend: PayoutMember,
  /** What the referral is worth beside the money: keys that count while it is neither held nor taken back. */
  treasureKeys: v.number(),
  isOverdue: v.boolean(),
});
export type AdminCommission = v.InferOutput<typeof AdminCommission>;
export const AdminCommissionList = v.array(AdminCommission);

/** GET /api/admin/payouts/chests */
export const AdminChest = v.object({ ...owed, month: v.string(), level: v.number(), isPremium: v.boolean() });
export type AdminChest = v.InferOutput<typeof AdminChest>;
export const AdminChestList = v.array(AdminChest);

/** What a super administrator decides about a commission or a chest that is not paid yet. */
const payoutDecisions = ['hold', 'release', 'refuse'] as const;
export type PayoutDecision = (typeof payoutDecisions)[number];

const version = wholeNumber;
const reason = requiredText('Please give a reason', 200);
/** POST /api/admin/payouts/commissions/:id/release, and the same of chests. */
export const ReleaseRequest = v.strictObject({ version });
/** POST …/hold and …/refuse. */
export const HoldOrRefuseRequest = v.strictObject({ version, reason });
export const ReasonForm = v.object({ reason });

/** GET /api/admin/payouts/commissions/:id/effects?decision=refuse&version=3, and the same of chests: what goes along, to be read before it is decided. */
export const DecisionEffects = v.object({
  /** Of the member; negative where they go. */
  treasureKeys: v.number(),
  /** Treasure chests that are not paid yet and change with the keys; level 0 and no cents stand for none. */
  chests: v.array(
    v.object({
      month: v.string(),
      levelBefore: v.number(),
      levelAfter: v.number(),
      centsBefore: v.number(),
      centsAfter: v.number(),
    }),
  ),
  /** What the administrator who holds it said; null where none does. */
  heldNote: v.nullable(v.string()),
});
export type DecisionEffects = v.InferOutput<typeof DecisionEffects>;
export const EffectsQuery = v.object({
  decision: v.picklist(payoutDecisions, `decision is one of ${payoutDecisions.join(', ')}`),
  version: v.pipe(v.string('version is required'), v.regex(/^\d{1,15}$/, 'version must be a whole number'), v.transform(Number)),
});
export type EffectsQuery = v.InferOutput<typeof EffectsQuery>;

/** GET /api/admin/payouts/summary: how many wait, counted up to a limit. */
export const PayoutSummary = v.object({
  /** All that is to be paid now, and to how many members. */
  owedCents: v.number(),
  owedMembers: v.number(),
  overdue: v.number(),
  heldCommissions: v.number(),
  heldChests: v.number(),
});
export type PayoutSummary = v.InferOutput<typeof PayoutSummary>;
