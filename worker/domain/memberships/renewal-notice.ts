/** See "Payments and memberships" in docs/product-rules.md. */
import { cardName, type PaymentCard } from '#schema/memberships/payment-card.ts';
import { renewalNoticeDays, secondsPerDay } from '#schema/rules.ts';
import type { Mail } from '#worker/domain/messages/mail.ts';
import { type Seconds, toIso } from '#worker/domain/time.ts';
import type { Account, SubscriptionState } from './account.ts';
import { type Addressee, createMailMaker } from './mail-maker.ts';

/**
 * Returns the inclusive range of renewal times to announce now. Earlier renewals are excluded because their notice would leave no time to
 * cancel.
 */
export function renewalNoticeSpan(now: Seconds): { from: Seconds; to: Seconds } {
  return { from: now + renewalNoticeDays.atLeast * secondsPerDay, to: now + renewalNoticeDays.before * secondsPerDay };
}

/** Returns the subscription if its renewal notice is due. Returns undefined if it no longer renews or its renewal date has changed. */
export function upcomingRenewal(account: Account, subscriptionId: string, now: Seconds): SubscriptionState | undefined {
  const { from, to } = renewalNoticeSpan(now);
  return account.subscriptions.find(
    ({ id, status, cancelAtPeriodEnd, endRequestedAt, periodEnd }) =>
      id === subscriptionId && status === 'active' && !cancelAtPeriodEnd && endRequestedAt === null && from <= periodEnd && periodEnd <= to,
  );
}

/** Renewal price and payment method, from the payment provider. A subscription keeps its initial price. */
export interface RenewalTerms {
  /** Card that pays for the renewal; null if the payment method is not a card or there is none. */
  card: PaymentCard | null;
  priceCents: number;
  balanceCents: number;
}

export function renewalNotice(
  { id, tier, periodEnd }: SubscriptionState,
  { card, priceCents, balanceCents }: RenewalTerms,
  addressee: Addressee,
): Mail {
  return createMailMaker(addressee)('renewal_notice', `renewal_notice:${id}:${periodEnd}`, {
    tier,
    amountCents: String(priceCents),
    balanceCents: balanceCents > 0 ? String(balanceCents) : null,
    renewsAt: toIso(periodEnd),
    card: card && cardName(card),
  });
}
