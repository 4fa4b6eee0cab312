/** Amounts are integer cents, USD. Product rules: Payments and memberships. */
import * as v from 'valibot';
import { tierNames } from '#schema/accounts/user.ts';
import { isoInstant } from '#schema/fields.ts';

/**
 * States of a membership. cancelling: ends at `paidUntil`. grace: the renewal payment failed and the membership continues until
 * `graceUntil`; a checkout for the same tier pays the renewal. granted: given by an administrator, so it does not renew.
 */
const membershipStates = ['free', 'active', 'cancelling', 'grace', 'granted'] as const;

/** Response of GET /api/membership and of POST /api/membership/cancel, /resume and /confirm. */
export const Membership = v.object({
  tier: v.picklist(tierNames),
  state: v.picklist(membershipStates),
  paidUntil: v.nullable(isoInstant),
  graceUntil: v.nullable(isoInstant),
  /** Yearly price, fixed when the membership starts and unchanged on renewal. Null if it was not paid for. */
  yearlyPrice: v.nullable(v.number()),
  renewalAmount: v.nullable(v.number()),
  /** True while the bank decides a dispute about the payment for this year. */
  isDisputed: v.boolean(),
});
export type Membership = v.InferOutput<typeof Membership>;

/** Whether the membership is a Stripe subscription or was granted by an administrator. */
export const membershipSources = ['stripe', 'grant'] as const;

const paymentStatuses = ['paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back'] as const;

export const Payment = v.object({
  id: v.number(),
  description: v.string(),
  amount: v.number(),
  fromBalance: v.number(),
  refunded: v.number(),
  /** Amount that we pay back by other means because the refund to the card failed. */
  owed: v.number(),
  status: v.picklist(paymentStatuses),
  paidAt: isoInstant,
  hasReceipt: v.boolean(),
});
export type Payment = v.InferOutput<typeof Payment>;

/**
 * Response of GET /api/payments, newest first. Pass `nextCursor` as `?cursor=`. GET /api/payments/{id}/receipt redirects to Stripe's
 * receipt.
 */
export const PaymentHistory = v.object({ payments: v.array(Payment), nextCursor: v.nullable(v.string()) });
export type PaymentHistory = v.InferOutput<typeof PaymentHistory>;
