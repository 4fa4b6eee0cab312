/** The mail that tells of a renewal before it is charged. Product rules: Payments and memberships. */
import { cardName, type PaymentCard } from '#schema/memberships/payment-card.ts';
import { renewalNoticeDays, secondsPerDay } from '#schema/rules.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { type Seconds, toIso } from '#worker/domain/time.ts';
import type { Account, SubscriptionState } from './account.ts';
import { type Addressee, mailTo } from './mail-to.ts';

/** Renewals in this span are told of, both ends included: from later on there is no time left to cancel. */
export function renewalNoticeSpan(now: Seconds): { from: Seconds; to: Seconds } {
  return { from: now + renewalNoticeDays.atLeast * secondsPerDay, to: now + renewalNoticeDays.before * secondsPerDay };
}

/** The subscription whose renewal its member is to be told of now; undefined where it does not renew after all, or not then. */
export function upcomingRenewal(account: Account, subscriptionId: string, now: Seconds): SubscriptionState | undefined {
  const { from, to } = renewalNoticeSpan(now);
  return account.subscriptions.find(
    ({ id, status, cancelAtPeriodEnd, endRequestedAt, periodEnd }) =>
      id === subscriptionId && status === 'active' && !cancelAtPeriodEnd && endRequestedAt === null && from <= periodEnd && periodEnd <= to,
  );
}

/** What a renewal is charged, as the provider has it: a subscription keeps the price that it began with. */
export interface RenewalTerms {
  /** Null where it is no card, or there is none. */
  card: PaymentCard | null;
  priceCents: number;
  /** What the customer's balance pays of it, as it is now. */
  balanceCents: number;
}

/** Once a period. */
export function renewalNotice(
  { id, tier, periodEnd }: SubscriptionState,
  { card, priceCents, balanceCents }: RenewalTerms,
  addressee: Addressee,
): Mail {
  return mailTo(addressee)('renewal_notice', `renewal_notice:${id}:${periodEnd}`, {
    tier,
    amountCents: String(priceCents),
    balanceCents: balanceCents > 0 ? String(balanceCents) : null,
    renewsAt: toIso(periodEnd),
    card: card && cardName(card),
  });
}
