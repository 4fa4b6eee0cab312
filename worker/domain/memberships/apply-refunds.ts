/**
 * Applies a payment's refunds as Stripe reports them. If a refund fails at the bank, the purchase is restored. If that is no longer possible,
 * we owe the member the amount outside Stripe. Product rules: Payments and memberships.
 */
import type { Seconds } from '#worker/domain/time.ts';
import { type Account, isFullyReturned, type PaymentState } from './account.ts';
import { isUsedUntil, restoredPeriod } from './appeal.ts';
import type { ChargeFacts } from './facts.ts';

/** Returns the updated payment. If a membership that had already ended was restored, also returns a period for the rest of its year. */
export function applyRefunds(account: Account, payment: PaymentState, charge: ChargeFacts, now: Seconds) {
  const refundedCents = Math.min(charge.refundedCents, payment.amountCents);
  const failedCents = charge.failedRefunds.reduce((sum, { cents }) => sum + cents, 0);
  const refunded = { ...payment, refundedCents, refundFailedCents: Math.max(payment.refundFailedCents, failedCents) };
  // A refund that is reissued after it failed counts as the same refund, so it reduces the amount that we owe the member.
  const returnedToUsCents = payment.refundedCents - refundedCents;
  const isReversal = isFullyReturned(payment) && !isFullyReturned(refunded);
  const isRestored = returnedToUsCents > 0 && isReversal && canRestore(account, payment, now);
  const refundOwedCents = isRestored ? payment.refundOwedCents : Math.max(0, payment.refundOwedCents + returnedToUsCents);
  const period = isRestored && payment.revokedAt !== null ? restoredPeriod(account, payment, payment.revokedAt, now) : undefined;
  const updatedPayment = {
    ...refunded,
    refundOwedCents: Math.min(refundOwedCents, payment.amountCents - refundedCents),
    cardFingerprint: payment.cardFingerprint ?? charge.cardFingerprint,
  };
  return { payment: { ...updatedPayment, revokedAt: revocationTime(updatedPayment, charge, now) }, periods: period ? [period] : [] };
}

function revocationTime(payment: PaymentState, { refundedAt }: ChargeFacts, now: Seconds): Seconds | null {
  if (!isFullyReturned(payment)) return payment.disputeStatus === 'lost' ? payment.revokedAt : null;
  if (payment.refundFailedCents === 0) return refundedAt ?? payment.paidAt;
  // If we still owe the amount of a failed refund, the purchase keeps its original revocation date, even if it is refunded again.
  const isRefunded = isFullyReturned({ ...payment, refundOwedCents: 0 });
  return payment.revokedAt ?? (isRefunded ? (refundedAt ?? now) : now);
}

/** Whether the purchase can be restored: the member can still use it and has not replaced it. */
function canRestore(account: Account, payment: PaymentState, now: Seconds): boolean {
  const isDisputed = payment.disputeStatus === 'open' || payment.disputeStatus === 'lost';
  if (account.isLeaving || isDisputed || payment.refundRequestedAt !== null) return false;
  if (payment.subscriptionId === null) return true;
  const { role, stripeSubscriptionId } = account.membership;
  const subscription = account.subscriptions.find(({ id }) => id === payment.subscriptionId);
  if (!subscription || subscription.supersededBy !== null || payment.periodEnd === null || payment.periodEnd <= now) return false;
  if (
    subscription.endedAt !== null &&
    (payment.revokedAt === null || !isUsedUntil(account, payment, subscription.endedAt, payment.revokedAt))
  )
    return false;
  const { revokedAt } = payment;
  const isReplaced = account.payments.some(
    (other) => other.subscriptionId !== null && other.subscriptionId !== subscription.id && revokedAt !== null && other.paidAt >= revokedAt,
  );
  return !isReplaced && (role === 'free' || stripeSubscriptionId === subscription.id);
}
