/**
 * Handles payments that are returned to us after a won appeal or a failed refund. The subscription is already canceled in Stripe and cannot
 * be resumed, so the member gets the rest of the year as a grant. Product rules: Payments and memberships.
 */
import type { Seconds } from '#worker/domain/time.ts';
import type { Account, PaymentState, Period } from './account.ts';

const getCause = ({ invoiceId }: Pick<PaymentState, 'invoiceId'>) => `appeal:${invoiceId}`;

/**
 * Whether the period was granted to restore the payment's membership year. `cause` has a numeric suffix if the year was restored more than
 * once.
 */
export function isRestored({ cause }: Pick<Period, 'cause'>, payment: PaymentState): boolean {
  return cause === getCause(payment) || cause.startsWith(`${getCause(payment)}:`);
}

/**
 * Whether the payment's membership year was still running at `since`, either through its subscription, which ended at `endedAt`, or through
 * an earlier restoration.
 */
export function isUsedUntil({ periods }: Account, payment: PaymentState, endedAt: Seconds, since: Seconds): boolean {
  return endedAt >= since || periods.some((period) => isRestored(period, payment) && period.endsAt >= since);
}

/**
 * Returns the rest of the paid year as a grant; undefined if no time is left or the subscription continues. `since` is when the payment was
 * returned or disputed, or when the account's deletion was requested. The grant starts at `from`; `subscription_end` leaves no gap after the
 * subscription.
 */
export function restoredPeriod(
  account: Account,
  payment: PaymentState,
  since: Seconds,
  from: Seconds | 'subscription_end',
): Period | undefined {
  const { subscriptionId, periodEnd } = payment;
  const subscription = account.subscriptions.find(({ id }) => id === subscriptionId);
  if (!subscription || subscription.supersededBy !== null || periodEnd === null || subscription.endedAt === null) return undefined;
  const startsAt = from === 'subscription_end' ? subscription.endedAt : from;
  if (periodEnd <= startsAt || !isUsedUntil(account, payment, subscription.endedAt, since)) return undefined;
  const restorations = account.periods.filter((period) => isRestored(period, payment)).length;
  const cause = restorations === 0 ? getCause(payment) : `${getCause(payment)}:${restorations + 1}`;
  return { cause, tier: subscription.tier, startsAt, endsAt: periodEnd, source: 'grant', subscriptionId: null };
}

/** Returns the granted periods. If the payment behind a grant was revoked again, the grant ends at the revocation. */
export function listGrants({ periods, payments }: Account): Period[] {
  return periods
    .filter(({ source }) => source === 'grant')
    .map((grant) => {
      const revokedAt = payments.find((payment) => payment.revokedAt !== null && isRestored(grant, payment))?.revokedAt;
      return { ...grant, endsAt: Math.max(grant.startsAt, Math.min(grant.endsAt, revokedAt ?? grant.endsAt)) };
    });
}

/** Returns the outcome for a purchase whose payment was returned to us. `until` means that the rest of the year was restored as a grant. */
export function decideRestorationOutcome(
  after: Account,
  payment: PaymentState,
): { outcome: 'back' | 'until' | 'goes_on' | 'over'; until: Seconds | null } {
  const restored = after.periods.findLast((period) => isRestored(period, payment));
  if (restored) return { outcome: 'until', until: restored.endsAt };
  if (payment.subscriptionId === null) return { outcome: 'back', until: null };
  return { outcome: after.membership.role === 'free' ? 'over' : 'goes_on', until: null };
}
