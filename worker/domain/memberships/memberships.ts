/** Who is a paying member and until when: derived from subscriptions, their payments, and grants. Product rules: Payments and memberships. */
import type { PaidTier } from '#schema/orders/order.ts';
import { renewalGraceSeconds, secondsPerDay } from '#schema/rules.ts';
import { unusedPart } from '#worker/domain/orders/checkout.ts';
import type { Seconds } from '#worker/domain/time.ts';
import {
  type Account,
  type MembershipState,
  type OrderState,
  type PaymentState,
  type Period,
  paymentsOf,
  rankOf,
  type SubscriptionState,
} from './account.ts';
import { grantsOf } from './appeal.ts';

/** A subscription that was ever paid, with what the payments say of it. */
interface Paid {
  subscription: SubscriptionState;
  payments: PaymentState[];
  firstPaidAt: Seconds;
  latest: PaymentState;
  /** When something better took its place, its money went back, or the moment it was bought for nothing. */
  closedAt: Seconds | null;
  supersededBy: string | null;
  /** The payment whose unused part was taken off the price of what took its place. */
  credited: PaymentState | undefined;
}

export function deriveMemberships(account: Account, now: Seconds): Account {
  const paid = succession(account);
  const known = new Map(paid.map((entry) => [entry.subscription.id, entry]));
  const subscriptions = account.subscriptions.map((subscription) => deriveSubscription(subscription, known.get(subscription.id)));
  const live = paid.filter((entry) => isLive(entry));
  const grants = grantsOf(account);
  return {
    ...account,
    subscriptions,
    payments: account.payments.map((payment) => {
      const owner = payment.subscriptionId === null ? undefined : known.get(payment.subscriptionId);
      return owner ? { ...payment, refundRequestedAt: boughtNothing(owner, payment) ? payment.paidAt : null } : payment;
    }),
    periods: [...grants, ...paid.flatMap(periodsOf)],
    membership: deriveMembership(grants, live, now),
  };
}

/**
 * Who reigned after whom, by the times of payment. A higher tier bought while a lower one runs takes its place; anything
 * else that is bought meanwhile is a double payment.
 */
function succession(account: Account): Paid[] {
  const paid = account.subscriptions
    .flatMap((subscription): Paid[] => {
      const payments = paymentsOf(account, subscription.id);
      const latest = payments.at(-1);
      if (!latest) return [];
      const firstPaidAt = Math.min(...payments.map((payment) => payment.paidAt));
      return [{ subscription, payments, latest, firstPaidAt, closedAt: returnOf(payments), supersededBy: null, credited: undefined }];
    })
    .sort((one, other) => one.firstPaidAt - other.firstPaidAt || one.subscription.id.localeCompare(other.subscription.id));
  let reigning: Paid | undefined;
  for (const entry of paid) {
    const isBetter = reigning !== undefined && rankOf[entry.subscription.tier] > rankOf[reigning.subscription.tier];
    // We end the lower one as soon as we hear of the better one: in the same second, it may be.
    if (!reigning || endOf(reigning) < entry.firstPaidAt + (isBetter ? 0 : 1)) {
      reigning = entry;
    } else if (isBetter) {
      reigning.closedAt = uncreditedAt(account, reigning, entry) ?? entry.firstPaidAt;
      reigning.credited = creditedPayment(account, reigning, entry);
      reigning.supersededBy = entry.subscription.id;
      reigning = entry;
    } else {
      entry.closedAt = entry.firstPaidAt;
      entry.supersededBy = reigning.subscription.id;
    }
  }
  return paid;
}

/** When a year was paid that the better one, paid after it, takes nothing off for: it goes back instead. */
function uncreditedAt(account: Account, reigning: Paid, better: Paid): Seconds | undefined {
  const order = account.orders.find(({ stripeSubscriptionId }) => stripeSubscriptionId === better.subscription.id);
  const before = reigning.payments.filter(({ paidAt }) => paidAt < better.firstPaidAt);
  return order && before.find((payment) => isUncredited(payment, order))?.paidAt;
}

/**
 * Paid after the better one was ordered; or before, and unknown then, as after a restore. Judged by what was paid, not by what
 * is left of it: its refund must not make it look credited.
 */
function isUncredited(payment: PaymentState, { createdAt, creditCents }: OrderState): boolean {
  const worth = payment.amountCents + payment.balanceCents;
  if (payment.paidAt >= createdAt) return creditCents < worth;
  // Money in dispute takes nothing off, and rightly so.
  const wasDisputed = payment.disputedAt !== null && payment.disputedAt <= createdAt;
  return creditCents === 0 && !wasDisputed && unusedPart(worth, payment, createdAt) > 0;
}

function creditedPayment(account: Account, reigning: Paid, better: Paid): PaymentState | undefined {
  const order = account.orders.find(({ stripeSubscriptionId }) => stripeSubscriptionId === better.subscription.id);
  return order && order.creditCents > 0 ? reigning.payments.findLast(({ paidAt }) => paidAt <= order.createdAt) : undefined;
}

/** When the running year went back. One that went back after the next was paid ends nothing. */
function returnOf(payments: PaymentState[]): Seconds | null {
  const returned = payments.find(({ revokedAt }, year) => revokedAt !== null && revokedAt <= (payments[year + 1]?.paidAt ?? revokedAt));
  return returned?.revokedAt ?? null;
}

function endOf({ subscription, closedAt }: Paid): Seconds {
  return Math.min(subscription.endedAt ?? Number.POSITIVE_INFINITY, closedAt ?? Number.POSITIVE_INFINITY);
}

/**
 * Paid when the membership was there already, or no more: Stripe may charge before it hears of the end. All of it goes back.
 * A year that was given back in the second it was paid in was a purchase all the same.
 */
function boughtNothing({ closedAt, supersededBy, credited }: Paid, payment: PaymentState): boolean {
  if (payment === credited) return false;
  const isWhatClosedIt = supersededBy === null && payment.revokedAt === closedAt;
  return closedAt !== null && payment.paidAt >= closedAt && !isWhatClosedIt;
}

/** A renewal that began and is not paid: the subscription's own period has moved on beyond what is paid for. */
function isUnsettled({ subscription, latest }: Paid): boolean {
  return latest.periodEnd !== null && subscription.periodStart >= latest.periodEnd;
}

function isLive({ subscription, closedAt }: Paid): boolean {
  return ['active', 'past_due', 'unpaid', 'trialing'].includes(subscription.status) && subscription.endedAt === null && closedAt === null;
}

function deriveSubscription(subscription: SubscriptionState, paid: Paid | undefined): SubscriptionState {
  const { endedAt, status } = subscription;
  const hasEnded = endedAt !== null || status === 'canceled' || status === 'incomplete_expired';
  if (!paid) {
    return { ...subscription, graceUntil: null, nextCheckAt: hasEnded ? null : subscription.createdAt + secondsPerDay };
  }
  const graceUntil = !hasEnded && isUnsettled(paid) ? subscription.periodStart + renewalGraceSeconds : null;
  const endRequestedAt = paid.closedAt;
  return {
    ...subscription,
    supersededBy: paid.supersededBy,
    graceUntil,
    endRequestedAt,
    nextCheckAt: hasEnded ? null : (endRequestedAt ?? graceUntil ?? subscription.periodEnd + secondsPerDay),
  };
}

/**
 * One period a payment. The first begins when it is paid: Stripe's own may begin hours before. The last one goes on through
 * a grace; what cuts it short is dated by Stripe, not by when we heard.
 */
function periodsOf(paid: Paid): Period[] {
  const { subscription, payments, latest } = paid;
  return payments.map((payment) => {
    const startsAt = Math.max(payment.periodStart ?? payment.paidAt, payment.orderId === null ? 0 : payment.paidAt);
    const isLatest = payment === latest;
    const natural = isLatest && isUnsettled(paid) ? subscription.periodStart + renewalGraceSeconds : (payment.periodEnd ?? startsAt);
    const endsAt = Math.min(
      natural,
      payment.revokedAt ?? natural,
      paid.closedAt ?? natural,
      isLatest ? (subscription.endedAt ?? natural) : natural,
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

function deriveMembership(grants: Period[], live: Paid[], now: Seconds): MembershipState {
  const winner = live.sort((one, other) => rankOf[other.subscription.tier] - rankOf[one.subscription.tier])[0];
  const grant = grants
    .filter((period) => period.startsAt <= now && now < period.endsAt)
    .sort((one, other) => rankOf[other.tier] - rankOf[one.tier] || other.endsAt - one.endsAt)[0];
  if (winner && (!grant || rankOf[winner.subscription.tier] >= rankOf[grant.tier])) {
    return {
      role: winner.subscription.tier,
      membershipExpiresAt: winner.latest.periodEnd,
      autoRenew: !winner.subscription.cancelAtPeriodEnd,
      stripeSubscriptionId: winner.subscription.id,
    };
  }
  const stripeSubscriptionId = winner?.subscription.id ?? null;
  if (grant) return { role: grant.tier, membershipExpiresAt: grant.endsAt, autoRenew: false, stripeSubscriptionId };
  return { role: 'free', membershipExpiresAt: null, autoRenew: true, stripeSubscriptionId };
}

/** The tier that was paid for at an instant. */
export function tierAt(periods: Pick<Period, 'tier' | 'startsAt' | 'endsAt'>[], at: Seconds): 'free' | PaidTier {
  return periods
    .filter((period) => period.startsAt <= at && at < period.endsAt)
    .reduce<'free' | PaidTier>((best, period) => (rankOf[period.tier] > rankOf[best] ? period.tier : best), 'free');
}
