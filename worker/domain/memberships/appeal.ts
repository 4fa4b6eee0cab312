/**
 * A dispute that was lost, and is won on appeal: the payment is ours after all, and the year that it paid for, which has ended
 * at Stripe for good, is its member's until the end of that year. Product rules: Payments and memberships.
 */
import type { Seconds } from '#worker/domain/time.ts';
import type { Account, PaymentState, Period } from './account.ts';

const causeOf = ({ invoiceId }: PaymentState) => `appeal:${invoiceId}`;

/** What is left of the year, given as administrators give one; undefined where nothing is, or its subscription goes on. */
export function givenBack(account: Account, payment: PaymentState, now: Seconds): Period | undefined {
  const { subscriptionId, periodEnd, disputedAt } = payment;
  const paidFor = account.subscriptions.find(({ id }) => id === subscriptionId);
  if (!paidFor || paidFor.supersededBy !== null || periodEnd === null || periodEnd <= now) return undefined;
  // What had ended before the dispute has not ended for it.
  if (paidFor.endedAt === null || paidFor.endedAt < (disputedAt ?? 0)) return undefined;
  const cause = causeOf(payment);
  if (account.periods.some((period) => period.cause === cause)) return undefined;
  return { cause, tier: paidFor.tier, startsAt: now, endsAt: periodEnd, source: 'grant', subscriptionId: null };
}

/** What was given ends by itself, and where the payment goes back after all. */
export function grantsOf({ periods, payments }: Account): Period[] {
  const revoked = new Map(payments.flatMap((payment) => (payment.revokedAt === null ? [] : [[causeOf(payment), payment.revokedAt]])));
  return periods
    .filter(({ source }) => source === 'grant')
    .map((grant) => ({ ...grant, endsAt: Math.max(grant.startsAt, Math.min(grant.endsAt, revoked.get(grant.cause) ?? grant.endsAt)) }));
}

/** What became of what a payment bought, now that it stands after all; `until` where the rest of a year was given back. */
export function outcomeOfAppeal(
  after: Account,
  payment: PaymentState,
): { outcome: 'back' | 'until' | 'goes_on' | 'over'; until: Seconds | null } {
  const given = after.periods.find(({ cause }) => cause === causeOf(payment));
  if (given) return { outcome: 'until', until: given.endsAt };
  if (payment.subscriptionId === null) return { outcome: 'back', until: null };
  return { outcome: after.membership.role === 'free' ? 'over' : 'goes_on', until: null };
}
