/** Derives tier and periods from subscriptions, payments and grants. Product rules: Payments and memberships. */
import type { PaidTier } from '#schema/orders/order.ts';
import { renewalGraceSeconds, secondsPerDay } from '#schema/rules.ts';
import { computeUnusedShare } from '#worker/domain/orders/checkout.ts';
import type { Seconds } from '#worker/domain/time.ts';
import {
  type Account,
  comparePurchases,
  listPayments,
  type MembershipState,
  type OrderState,
  type PaymentState,
  type Period,
  type SubscriptionState,
  tierRanks,
} from './account.ts';
import { listGrants } from './appeal.ts';

interface PaidSubscription {
  subscription: SubscriptionState;
  payments: PaymentState[];
  firstPaidAt: Seconds;
  latest: PaymentState;
  /** When the subscription was replaced by a higher tier, refunded, disputed or recognized as a duplicate. */
  closedAt: Seconds | null;
  supersededBy: string | null;
  /** The payment whose unused part was credited toward the higher tier. */
  creditedPayment: PaymentState | undefined;
}

export function deriveMemberships(account: Account, now: Seconds): Account {
  const paidSubscriptions = orderSubscriptions(account);
  const paidById = new Map(paidSubscriptions.map((entry) => [entry.subscription.id, entry]));
  const subscriptions = account.subscriptions.map((subscription) => deriveSubscription(subscription, paidById.get(subscription.id)));
  const liveSubscriptions = paidSubscriptions.filter((entry) => isLive(entry));
  const grants = listGrants(account);
  return {
    ...account,
    subscriptions,
    payments: account.payments.map((payment) => {
      const owner = payment.subscriptionId === null ? undefined : paidById.get(payment.subscriptionId);
      return owner ? { ...payment, refundRequestedAt: isDoublePayment(owner, payment) ? payment.paidAt : null } : payment;
    }),
    periods: [...grants, ...paidSubscriptions.flatMap(listPeriods)],
    membership: deriveMembership(grants, liveSubscriptions, now),
  };
}

/**
 * Orders subscriptions by first payment. A higher tier bought during a lower one replaces it; other overlapping purchases are double
 * payments.
 */
function orderSubscriptions(account: Account): PaidSubscription[] {
  const toPurchase = ({ subscription, firstPaidAt }: PaidSubscription) => ({
    paidAt: firstPaidAt,
    order: account.orders.find(({ stripeSubscriptionId }) => stripeSubscriptionId === subscription.id),
  });
  const paidSubscriptions = account.subscriptions
    .flatMap((subscription): PaidSubscription[] => {
      const payments = listPayments(account, subscription.id);
      const latest = payments.at(-1);
      if (!latest) return [];
      const firstPaidAt = Math.min(...payments.map((payment) => payment.paidAt));
      return [
        {
          subscription,
          payments,
          latest,
          firstPaidAt,
          closedAt: getRevocationTime(payments),
          supersededBy: null,
          creditedPayment: undefined,
        },
      ];
    })
    .sort((one, other) => comparePurchases(toPurchase(one), toPurchase(other)));
  let current: PaidSubscription | undefined;
  for (const entry of paidSubscriptions) {
    const isHigherTier = current !== undefined && tierRanks[entry.subscription.tier] > tierRanks[current.subscription.tier];
    // If the lower tier ended in the same second as the higher tier's payment, the purchase still counts as an upgrade.
    if (!current || getSubscriptionEnd(current) < entry.firstPaidAt + (isHigherTier ? 0 : 1)) {
      current = entry;
    } else if (isHigherTier) {
      current.closedAt = uncreditedPaymentTime(account, current, entry) ?? entry.firstPaidAt;
      current.creditedPayment = findCreditedPayment(account, current, entry);
      current.supersededBy = entry.subscription.id;
      current = entry;
    } else {
      entry.closedAt = entry.firstPaidAt;
      entry.supersededBy = current.subscription.id;
    }
  }
  return paidSubscriptions;
}

/** Returns the payment time of a membership year that must be refunded in full because a later upgrade gave no credit for it. */
function uncreditedPaymentTime(account: Account, current: PaidSubscription, better: PaidSubscription): Seconds | undefined {
  const order = account.orders.find(({ stripeSubscriptionId }) => stripeSubscriptionId === better.subscription.id);
  const earlierPayments = current.payments.filter(({ paidAt }) => paidAt <= better.firstPaidAt);
  return order && earlierPayments.find((payment) => isUncredited(payment, order))?.paidAt;
}

/**
 * Whether the order for the higher tier gave no credit for the payment, because the payment was made later or was unknown at that time (for
 * example after a database restore). Compares the amount paid, not the amount left, so that the payment's own refund does not make it look
 * credited.
 */
function isUncredited(payment: PaymentState, { createdAt, creditCents }: OrderState): boolean {
  const paidCents = payment.amountCents + payment.balanceCents;
  if (payment.paidAt > createdAt) return creditCents < paidCents;
  if (payment.paidAt === createdAt) return creditCents < computeUnusedShare(paidCents, payment, createdAt);
  // A disputed payment is never credited, so a missing credit is correct for it.
  const wasDisputed = payment.disputedAt !== null && payment.disputedAt <= createdAt;
  return creditCents === 0 && !wasDisputed && computeUnusedShare(paidCents, payment, createdAt) > 0;
}

function findCreditedPayment(account: Account, current: PaidSubscription, better: PaidSubscription): PaymentState | undefined {
  const order = account.orders.find(({ stripeSubscriptionId }) => stripeSubscriptionId === better.subscription.id);
  return order && order.creditCents > 0 ? current.payments.findLast(({ paidAt }) => paidAt <= order.createdAt) : undefined;
}

/**
 * Returns when the membership ended because a year was refunded or disputed; null if it did not. If the next year was already paid when a
 * year was revoked, the membership does not end.
 */
function getRevocationTime(payments: PaymentState[]): Seconds | null {
  const returnedYear = payments.find(({ revokedAt }, year) => revokedAt !== null && revokedAt <= (payments[year + 1]?.paidAt ?? revokedAt));
  return returnedYear?.revokedAt ?? null;
}

function getSubscriptionEnd({ subscription, closedAt }: PaidSubscription): Seconds {
  return Math.min(subscription.endedAt ?? Number.POSITIVE_INFINITY, closedAt ?? Number.POSITIVE_INFINITY);
}

/**
 * Whether a payment must be refunded in full because it was made during another membership, or after its own membership had ended. Stripe
 * may charge before it learns that a subscription has ended. A year refunded in the same second as its payment is still treated as a
 * purchase.
 */
function isDoublePayment({ closedAt, supersededBy, creditedPayment }: PaidSubscription, payment: PaymentState): boolean {
  if (payment === creditedPayment) return false;
  const isEndCause = supersededBy === null && payment.revokedAt === closedAt;
  return closedAt !== null && payment.paidAt >= closedAt && !isEndCause;
}

/** Whether a renewal is unpaid. Stripe's current period then starts after the last paid one. */
function isUnsettled({ subscription, latest }: PaidSubscription): boolean {
  return latest.periodEnd !== null && subscription.periodStart >= latest.periodEnd;
}

function isLive({ subscription, closedAt }: PaidSubscription): boolean {
  return ['active', 'past_due', 'unpaid', 'trialing'].includes(subscription.status) && subscription.endedAt === null && closedAt === null;
}

function deriveSubscription(subscription: SubscriptionState, paidSubscription: PaidSubscription | undefined): SubscriptionState {
  const { endedAt, status } = subscription;
  const hasEnded = endedAt !== null || status === 'canceled' || status === 'incomplete_expired';
  if (!paidSubscription) {
    return { ...subscription, graceUntil: null, nextCheckAt: hasEnded ? null : subscription.createdAt + secondsPerDay };
  }
  const graceUntil = !hasEnded && isUnsettled(paidSubscription) ? subscription.periodStart + renewalGraceSeconds : null;
  const endRequestedAt = paidSubscription.closedAt;
  return {
    ...subscription,
    supersededBy: paidSubscription.supersededBy,
    graceUntil,
    endRequestedAt,
    nextCheckAt: hasEnded ? null : (endRequestedAt ?? graceUntil ?? subscription.periodEnd + secondsPerDay),
  };
}

/**
 * Returns one period per payment. The first starts at the payment, although Stripe's own period may start hours earlier. The last includes
 * the grace period. If a subscription ends early, Stripe's date applies, not the time when we learned of it.
 */
function listPeriods(paidSubscription: PaidSubscription): Period[] {
  const { subscription, payments, latest } = paidSubscription;
  return payments.map((payment) => {
    const startsAt = Math.max(payment.periodStart ?? payment.paidAt, payment.orderId === null ? 0 : payment.paidAt);
    const isLatest = payment === latest;
    const scheduledEnd =
      isLatest && isUnsettled(paidSubscription) ? subscription.periodStart + renewalGraceSeconds : (payment.periodEnd ?? startsAt);
    const endsAt = Math.min(
      scheduledEnd,
      payment.revokedAt ?? scheduledEnd,
      paidSubscription.closedAt ?? scheduledEnd,
      isLatest ? (subscription.endedAt ?? scheduledEnd) : scheduledEnd,
    );
    return {
      cause: `invoice:${payment.invoiceId}`,
      tier: subscription.tier,
      startsAt,
      endsAt: Math.max(startsAt, endsAt),
      source: 'stripe',
      subscriptionId: subscription.id,
    };
  });
}

function deriveMembership(grants: Period[], liveSubscriptions: PaidSubscription[], now: Seconds): MembershipState {
  const bestSubscription = liveSubscriptions.sort((one, other) => tierRanks[other.subscription.tier] - tierRanks[one.subscription.tier])[0];
  // A grant starts when it is made, so one that seems to start later was made while this request waited with an older `now`.
  const grant = grants
    .filter((period) => now < period.endsAt)
    .sort((one, other) => tierRanks[other.tier] - tierRanks[one.tier] || other.endsAt - one.endsAt)[0];
  if (bestSubscription && (!grant || tierRanks[bestSubscription.subscription.tier] >= tierRanks[grant.tier])) {
    return {
      role: bestSubscription.subscription.tier,
      membershipExpiresAt: bestSubscription.latest.periodEnd,
      autoRenew: !bestSubscription.subscription.cancelAtPeriodEnd,
      stripeSubscriptionId: bestSubscription.subscription.id,
    };
  }
  const stripeSubscriptionId = bestSubscription?.subscription.id ?? null;
  if (grant) return { role: grant.tier, membershipExpiresAt: grant.endsAt, autoRenew: false, stripeSubscriptionId };
  return { role: 'free', membershipExpiresAt: null, autoRenew: true, stripeSubscriptionId };
}

export function getTierAt(periods: Pick<Period, 'tier' | 'startsAt' | 'endsAt'>[], at: Seconds): 'free' | PaidTier {
  return periods
    .filter((period) => period.startsAt <= at && at < period.endsAt)
    .reduce<'free' | PaidTier>((best, period) => (tierRanks[period.tier] > tierRanks[best] ? period.tier : best), 'free');
}
