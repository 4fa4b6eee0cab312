/** The mail that tells of a renewal before it is charged. Product rules: Payments and memberships. */
import { cardName, type PaymentCard } from '#schema/payment-card.ts';
import { membershipPriceCents, renewalNoticeDays, secondsPerDay } from '#schema/rules.ts';
import type { Mail } from '#worker/domain/mail.ts';
import { type Seconds, toIso } from '#worker/domain/time.ts';
import type { Account, SubscriptionState } from './account.ts';
import { type Addressee, mailTo } from './mail-to.ts';

/** Renewals in this span are told of, both ends included: from later on there is no time left to cancel. */
export function renewalNoticeSpan(now: Seconds): { from: Seconds; to: Seconds } {
  return { from: now + renewalNoticeDays.atLeast * secondsPerDay, to: now + renewalNoticeDays.before * secondsPerDay };
}

/** The subscription whose renewal its member is to be told of now; undefined where it does not renew after all, or not then. */
export function renewalToTell(account: Account, subscriptionId: string, now: Seconds): SubscriptionState | undefined {
  const { from, to } = renewalNoticeSpan(now);
  return account.subscriptions.find(
    ({ id, status, cancelAtPeriodEnd, endRequestedAt, periodEnd }) =>
      id === subscriptionId && status === 'active' && !cancelAtPeriodEnd && endRequestedAt === null && from <= periodEnd && periodEnd <= to,
  );
}

/** `card` null where it is not known. Once a period. */
export function renewalNotice({ id, tier, periodEnd }: SubscriptionState, card: PaymentCard | null, addressee: Addressee): Mail {
  return mailTo(addressee)('renewal_notice', `renewal_notice:${id}:${periodEnd}`, {
    tier,
    amountCents: String(membershipPriceCents[tier]),
    renewsAt: toIso(periodEnd),
    card: card && cardName(card),
  });
}
