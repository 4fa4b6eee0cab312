/** Full or partial refunds by a super administrator. Amounts are integer cents, USD. Product rules: Payments and memberships. */
import * as v from 'valibot';
import { isoInstant, requiredLines } from '#schema/fields.ts';
import { tierNames } from '#schema/memberships/tier.ts';

/** Stripe's refund reason codes. `fraudulent` also trains Stripe's fraud detection. */
export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent'] as const;
export type RefundReason = (typeof refundReasons)[number];

/**
 * States of a refund. asked: requested from Stripe, outcome unknown. made: completed by Stripe and included in the payment's refunded
 * amount. refused: rejected by Stripe. failed: issued by Stripe, but returned by the bank.
 */
export const refundStates = ['asked', 'made', 'refused', 'failed'] as const;

export const OrderRefund = v.object({
  id: v.number(),
  paymentId: v.number(),
  amount: v.number(),
  reason: v.picklist(refundReasons),
  note: v.string(),
  state: v.picklist(refundStates),
  error: v.nullable(v.string()),
  askedAt: isoInstant,
  askedBy: v.string(),
});
export type OrderRefund = v.InferOutput<typeof OrderRefund>;

const wholeNumber = (name: string) =>
  v.pipe(v.number(`${name} must be a number`), v.integer(`${name} must be a whole number`), v.minValue(0));
const note = requiredLines('Please enter a note', 300);
const reason = v.picklist(refundReasons, `reason must be one of ${refundReasons.join(', ')}`);

/** Body of POST /api/admin/orders/{id}/refunds, which returns the order. */
export const RefundRequest = v.strictObject({
  paymentId: wholeNumber('paymentId'),
  /** Amount to refund, in cents. */
  amount: v.pipe(wholeNumber('amount'), v.minValue(1, 'Please enter an amount of at least $0.01')),
  /** Total already refunded when the caller loaded the payment. If the total has increased since then, the request fails. */
  refunded: wholeNumber('refunded'),
  reason,
  note,
});
export type RefundRequest = v.InferOutput<typeof RefundRequest>;

/** Refund form. The amount is in dollars, with or without cents. */
export const RefundForm = v.object({
  amount: v.pipe(
    v.string('Please enter the amount'),
    v.trim(),
    v.regex(/^\$?\d{1,6}(\.\d{1,2})?$/, 'Please enter dollars and cents, such as 3.50'),
    v.transform((input) => Math.round(Number(input.replace('$', '')) * 100)),
    v.minValue(1, 'Please enter an amount of at least $0.01'),
  ),
  reason,
  note,
});
export type RefundForm = v.InferOutput<typeof RefundForm>;

const numberFromQuery = (name: string) =>
  v.pipe(v.string(`${name} is required`), v.regex(/^\d{1,15}$/, `${name} must be a whole number`), v.transform(Number));
/** Query of GET /api/admin/orders/{id}/refund-effects?paymentId=7&amount=500, which previews the refund's effects. */
export const RefundEffectsQuery = v.object({ paymentId: numberFromQuery('paymentId'), amount: numberFromQuery('amount') });

export const RefundEffects = v.object({
  isFullRefund: v.boolean(),
  membership: v.nullable(v.object({ before: v.picklist(tierNames), after: v.picklist(tierNames) })),
  /** The referrer's commission that the refund reverses. If it was already paid, it is deducted from a later payout. */
  commission: v.nullable(v.object({ amount: v.number(), wasPaid: v.boolean() })),
  treasureKeys: v.number(),
  /**
   * Number of cards to disable. The tokens that the owner earned from these cards are withdrawn as far as the balance allows; the owner
   * owes the rest.
   */
  cards: v.number(),
  tokensTaken: v.number(),
  tokensOwed: v.number(),
  communityKeys: v.number(),
});
export type RefundEffects = v.InferOutput<typeof RefundEffects>;
