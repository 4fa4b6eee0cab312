/** Orders that a super administrator pays back, whole or in part. Amounts are integer cents, USD. Product rules: Payments and memberships. */
import * as v from 'valibot';
import { tierNames } from '#schema/accounts/user.ts';
import { isoInstant, requiredText } from '#schema/fields.ts';

/** Stripe's own words for it: those of a fraud also teach its fraud detection. */
export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const;
export type RefundReason = (typeof refundReasons)[number];

/** asked: Stripe has not said yet what became of it. made: it has made it; what of it stands, the payment says. refused: it will not. */
export const refundStates = ['asked', 'made', 'refused'] as const;

/** A refund that was asked for here. */
export const OrderRefund = v.object({
  id: v.number(),
  paymentId: v.number(),
  amount: v.number(),
  reason: v.picklist(refundReasons),
  note: v.string(),
  state: v.picklist(refundStates),
  /** What Stripe says where it refuses. */
  error: v.nullable(v.string()),
  askedAt: isoInstant,
  /** E-mail of the administrator. */
  askedBy: v.string(),
});
export type OrderRefund = v.InferOutput<typeof OrderRefund>;

const wholeNumber = (name: string) =>
  v.pipe(v.number(`${name} must be a number`), v.integer(`${name} must be a whole number`), v.minValue(0));
const note = requiredText('Please say why, for those who look at this later', 300);
const reason = v.picklist(refundReasons, `reason is one of ${refundReasons.join(', ')}`);

/** POST /api/admin/orders/{id}/refunds. Answers the order. */
export const RefundRequest = v.strictObject({
  paymentId: wholeNumber('paymentId'),
  /** Cents. */
  amount: v.pipe(wholeNumber('amount'), v.minValue(1, 'Please give an amount of at least $0.01')),
  /** What had gone back of this payment when it was looked at: where more has by now, nothing is sent. */
  refunded: wholeNumber('refunded'),
  reason,
  note,
});
export type RefundRequest = v.InferOutput<typeof RefundRequest>;

/** What is typed: dollars, with cents or without. */
export const RefundForm = v.object({
  amount: v.pipe(
    v.string('Please give the amount'),
    v.trim(),
    v.regex(/^\$?\d{1,6}(\.\d{1,2})?$/, 'Please give dollars and cents, such as 3.50'),
    v.transform((typed) => Math.round(Number(typed.replace('$', '')) * 100)),
    v.minValue(1, 'Please give an amount of at least $0.01'),
  ),
  reason,
  note,
});
export type RefundForm = v.InferOutput<typeof RefundForm>;

const inAddress = (name: string) =>
  v.pipe(v.string(`${name} is required`), v.regex(/^\d{1,15}$/, `${name} must be a whole number`), v.transform(Number));
/** GET /api/admin/orders/{id}/refund-effects?paymentId=7&amount=500: what goes along, to be read before it is sent. */
export const RefundEffectsQuery = v.object({ paymentId: inAddress('paymentId'), amount: inAddress('amount') });

export const RefundEffects = v.object({
  /** Whether nothing is left of the payment then. */
  isFull: v.boolean(),
  /** The tier that the member has then, where it is another one; and the one before. */
  membership: v.nullable(v.object({ before: v.picklist(tierNames), after: v.picklist(tierNames) })),
  /** Of whoever brought the member; taken back from a later payout where it was paid. */
  commission: v.nullable(v.object({ amount: v.number(), wasPaid: v.boolean() })),
  treasureKeys: v.number(),
  /** Cards that are disabled; what they earned their owner is taken as far as the balance reaches, and the rest is owed. */
  cards: v.number(),
  tokensTaken: v.number(),
  tokensOwed: v.number(),
  communityKeys: v.number(),
});
export type RefundEffects = v.InferOutput<typeof RefundEffects>;
