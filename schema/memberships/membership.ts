/** A member's membership and payments. Product rules: Payments and memberships. Amounts are integer cents, USD. */
import * as v from 'valibot';
import { tierNames } from '#schema/accounts/user.ts';
import { isoInstant } from '#schema/fields.ts';

/**
 * free: none. active: renews by itself. cancelling: ends at `paidUntil`. grace: the renewal failed, and the membership
 * goes on until `graceUntil`; the checkout of the same tier pays it. granted: given, does not renew.
 */
const membershipStates = ['free', 'active', 'cancelling', 'grace', 'granted'] as const;

/** GET /api/membership; POST /api/membership/cancel, /resume and /confirm answer it too. */
export const Membership = v.object({
  tier: v.picklist(tierNames),
  state: v.picklist(membershipStates),
  /** End of the time that is paid for (or granted); null for free members. */
  paidUntil: v.nullable(isoInstant),
  graceUntil: v.nullable(isoInstant),
  /** What a year of this very membership costs: it keeps the price that it began with. Null where it is not paid for. */
  yearlyPrice: v.nullable(v.number()),
  /** Price of the next year; null where nothing renews. */
  renewalAmount: v.nullable(v.number()),
});
export type Membership = v.InferOutput<typeof Membership>;

/** What a stretch of membership comes from: a Stripe subscription, or an administrator's grant. */
export const membershipSources = ['stripe', 'grant'] as const;

const paymentStatuses = ['paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back'] as const;

export const Payment = v.object({
  id: v.number(),
  description: v.string(),
  /** What the card paid. */
  amount: v.number(),
  /** What the member's balance with us paid beside it. */
  fromBalance: v.number(),
  refunded: v.number(),
  status: v.picklist(paymentStatuses),
  paidAt: isoInstant,
  /** GET /api/payments/{id}/receipt leads to Stripe's receipt. */
  hasReceipt: v.boolean(),
});
export type Payment = v.InferOutput<typeof Payment>;

/** GET /api/payments, newest first; `nextCursor` goes into `?cursor=`. */
export const PaymentHistory = v.object({ payments: v.array(Payment), nextCursor: v.nullable(v.string()) });
export type PaymentHistory = v.InferOutput<typeof PaymentHistory>;
