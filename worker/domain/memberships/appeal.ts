/**
 * Handles a dispute that was lost and then won on appeal, so that we keep the payment after all. The subscription has already been
 * cancelled in Stripe and cannot be resumed, so the member gets the rest of the year as a grant. Product rules: Payments and memberships.
 */
import type { Seconds } from '#worker/domain/time.ts';
import type { Account, PaymentState, Period } from './account.ts';

const appealCause = ({ invoiceId }: PaymentState) => `appeal:${invoiceId}`;

/** Returns the rest of the paid year as a grant; undefined if no time is left or the subscription continues. */
export function restoredPeriod(account: Account, payment: PaymentState, now: Seconds): Period | undefined {
  const { subscriptionId, periodEnd, disputedAt } = payment;
  const paidFor = account.subscriptions.find(({ id }) => id === subscriptionId);
  if (!paidFor || paidFor.supersededBy !== null || periodEnd === null || periodEnd <= now) return undefined;
  // The subscription had already ended before the dispute, for another reason.
  if (paidFor.endedAt === null || paidFor.endedAt < (disputedAt ?? 0)) return undefined;
  const cause = appealCause(payment);
  if (account.periods.some((period) => period.cause === cause)) return undefined;
  return { cause, tier: paidFor.tier, startsAt: now, endsAt: periodEnd, source: 'grant', subscriptionId: null };
}

/** Returns the granted periods. A grant for a payment that was revoked again ends at the revocation. */
export function listGrants({ periods, payments }: Account): Period[] {
  const revokedPayments = new Map(
    payments.flatMap((payment) => (payment.revokedAt === null ? [] : [[appealCause(payment), payment.revokedAt]])),
  );
  return periods
    .filter(({ source }) => source === 'grant')
    .map((grant) => ({
      ...grant,
      endsAt: Math.max(grant.startsAt, Math.min(grant.endsAt, revokedPayments.get(grant.cause) ?? grant.endsAt)),
    }));
}

/** `until` means that the rest of the year was restored as a grant. */
export function decideAppealOutcome(
  after: Account,
  payment: PaymentState,
): { outcome: 'back' | 'until' | 'goes_on' | 'over'; until: Seconds | null } {
  const restored = after.periods.find(({ cause }) => cause === appealCause(payment));
  if (restored) return { outcome: 'until', until: restored.endsAt };
  if (payment.subscriptionId === null) return { outcome: 'back', until: null };
  return { outcome: after.membership.role === 'free' ? 'over' : 'goes_on', until: null };
}
