/** A member's membership and payments. Amounts are integer cents, USD. Product rules: Payments and memberships. */
import * as v from 'valibot';
import { isoInstant } from '#schema/fields.ts';
import { tierNames } from '#schema/memberships/tier.ts';

/**
 * States of a membership. renewing: the paid year is over and the renewal has not been charged yet. cancelling: ends at `paidUntil`. grace:
 * the renewal payment failed and the membership continues until `graceUntil`; a checkout for the same tier pays the renewal. granted: given
 * by an administrator, so it does not renew.
 */
const membershipStates = ['free', 'active', 'renewing', 'cancelling', 'grace', 'granted'] as const;

/**
 * A member's membership. Part of the user object, and the response of GET /api/membership and of POST /api/membership/cancel, /resume and
 * /confirm.
 */
export const Membership = v.object({
  tier: v.picklist(tierNames),
  state: v.picklist(membershipStates),
  paidUntil: v.nullable(isoInstant),
  graceUntil: v.nullable(isoInstant),
  /** Yearly price in cents, fixed when the membership starts and unchanged on renewal. Null if the membership was granted. */
  yearlyPrice: v.nullable(v.number()),
  /** Amount of the next renewal, or of the renewal that failed. Null if the membership does not renew. */
  renewalAmount: v.nullable(v.number()),
  /** Total amount of the member's payments (memberships and cards) in open disputes, and when the first of these disputes was opened. */
  dispute: v.nullable(v.object({ amount: v.number(), since: isoInstant })),
});
export type Membership = v.InferOutput<typeof Membership>;

/** Banners on the member's pages, by priority. If several apply, only the first is shown. */
export const memberNotices = ['renewal_failed', 'payment_disputed', 'tokens_owed', 'membership_ending'] as const;
export type MemberNotice = (typeof memberNotices)[number];

/** Whether the membership is a Stripe subscription or was granted by an administrator. */
export const membershipSources = ['stripe', 'grant'] as const;

const paymentStatuses = ['paid', 'partially_refunded', 'refunded', 'disputed', 'charged_back'] as const;

export const Payment = v.object({
  id: v.number(),
  description: v.string(),
  amount: v.number(),
  fromBalance: v.number(),
  refunded: v.number(),
  /** Amount that we pay back outside Stripe because the refund to the card failed. */
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
