/** Decides on an order's refunds and computes their side effects. Product rules: Payments and memberships. */
import type { RefundEffects } from '#schema/orders/admin-refunds.ts';
import { type Account, getReturnedCents, type PaymentState } from '#worker/domain/memberships/account.ts';
import { type ReconcileRefusal, reconcile } from '#worker/domain/memberships/reconcile.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

export type NotRefundableReason =
  | 'paid_by_balance'
  | 'payment_disputed'
  | 'already_refunded'
  | 'refund_owed'
  | 'refund_due'
  | 'buyer_erased'
  | 'refund_awaiting_response';
export type RefundRefusal = NotRefundableReason | 'order_not_paid_for' | 'changed_meanwhile' | 'refund_too_much';

export interface RefundablePayment {
  stripePaymentIntentId: string | null;
  /** Amount charged to the card, in cents. The part paid from the balance is not refundable. */
  amountCents: number;
  refundedCents: number;
  refundOwedCents: number;
  disputeStatus: string | null;
  /** When an automatic refund became due. Set only for double payments. */
  refundRequestedAt: Seconds | null;
  isRefundRequested: boolean;
  /** We no longer know whether an erased buyer is the administrator who asks. */
  isBuyerErased: boolean;
}

export function refundRefusal(payment: RefundablePayment): NotRefundableReason | undefined {
  if (payment.amountCents === 0 || payment.stripePaymentIntentId === null) return 'paid_by_balance';
  if (payment.disputeStatus === 'open' || payment.disputeStatus === 'lost') return 'payment_disputed';
  if (refundableCents(payment) === 0) return payment.refundOwedCents > 0 ? 'refund_owed' : 'already_refunded';
  if (payment.refundRequestedAt !== null) return 'refund_due';
  if (payment.isBuyerErased) return 'buyer_erased';
  return payment.isRefundRequested ? 'refund_awaiting_response' : undefined;
}

export function refundableCents(payment: Pick<RefundablePayment, 'amountCents' | 'refundedCents' | 'refundOwedCents'>): number {
  return payment.amountCents - getReturnedCents(payment);
}

/** `refundedCentsSeen` is the refunded amount displayed to the administrator; null skips the check. */
export function decideRefund<Payment extends RefundablePayment>(
  payment: Payment | undefined,
  cents: number,
  refundedCentsSeen: number | null,
): Result<Payment, RefundRefusal> {
  if (!payment) return err('order_not_paid_for');
  const refusal = refundRefusal(payment);
  if (refusal) return err(refusal);
  if (refundedCentsSeen !== null && refundedCentsSeen !== payment.refundedCents) return err('changed_meanwhile');
  return cents > refundableCents(payment) ? err('refund_too_much') : ok(payment);
}

/** Returns the account after another refund of `cents`, using the same rules as for Stripe events. */
export function applyRefund(account: Account, payment: PaymentState, cents: number, now: Seconds): Result<Account, ReconcileRefusal> {
  const { paymentIntentId, amountCents, currency, refundedCents, revokedAt, paidAt, cardFingerprint } = payment;
  if (paymentIntentId === null) return err('not_ours');
  const refunds = { refundedCents: refundedCents + cents, refundedAt: revokedAt ?? now, failedRefunds: [], refunds: [] };
  const charge = { isDisputed: false, ...refunds, paidAt, cardFingerprint };
  const intent = { id: paymentIntentId, status: 'succeeded' as const, amountCents, currency, userId: null, reference: null, charge };
  return reconcile(account, { kind: 'intent', intent }, now);
}

export function refundEffects(before: Account, after: Account): Pick<RefundEffects, 'membership' | 'commission' | 'treasureKeys'> {
  const [was, is] = [before.membership.role, after.membership.role];
  return {
    membership: was === is ? null : { before: was, after: is },
    commission: lostCommission(before.referral, after.referral),
    treasureKeys: (after.referral?.treasureKeys ?? 0) - (before.referral?.treasureKeys ?? 0),
  };
}

function lostCommission(before: Account['referral'], after: Account['referral']): RefundEffects['commission'] {
  const amount = before?.commission?.amountCents ?? 0;
  if (!before?.commission || !after?.commission || amount === 0) return null;
  const isReversed = after.commission.status === 'reversed' && before.commission.status !== 'reversed';
  const isDeductedLater = after.reversal !== null && before.reversal === null;
  return isReversed || isDeductedLater ? { amount, wasPaid: before.commission.status === 'paid' } : null;
}
