/** Amounts are integer cents, USD. Product rules: Payments and memberships. */
import * as v from 'valibot';
import { tierNames } from '#schema/accounts/user.ts';
import { isoInstant } from '#schema/fields.ts';

/**
 * cancelling: ends at `paidUntil`. grace: the renewal failed and the membership runs until `graceUntil`; a checkout of the same tier pays
 * it. granted: does not renew.
 */
const membershipStates = ['free', 'active', 'cancelling', 'grace', 'granted'] as const;

/** GET /api/membership; POST /api/membership/cancel, /resume and /confirm return it too. */
export const Membership = v.object({
  tier: v.picklist(tierNames),
  state: v.picklist(membershipStates),
  paidUntil: v.nullable(isoInstant),
  graceUntil: v.nullable(isoInstant),
  /** This membership keeps its initial yearly price. Null if not paid for. */
  yearlyPrice: v.nullable(v.number()),
  /** Null if nothing renews. */
  renewalAmount: v.nullable(v.number()),
});
export type Membership = v.InferOutput<typeof Membership>;

/** A Stripe subscription, or an administrator's grant. */
export const membershipSources = ['stripe', 'grant'] as const;

const paymentStatuses = ['paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back'] as const;

export const Payment = v.object({
  id: v.number(),
  description: v.string(),
  amount: v.number(),
  fromBalance: v.number(),
  refunded: v.number(),
  status: v.picklist(paymentStatuses),
  paidAt: isoInstant,
  hasReceipt: v.boolean(),
});
export type Payment = v.InferOutput<typeof Payment>;

/** GET /api/payments, newest first; `nextCursor` goes into `?cursor=`. GET /api/payments/{id}/receipt redirects to Stripe's receipt. */
export const PaymentHistory = v.object({ payments: v.array(Payment), nextCursor: v.nullable(v.string()) });
export type PaymentHistory = v.InferOutput<typeof PaymentHistory>;
