import type { PaidTier } from '#schema/orders/order.ts';
import { commissionDueSeconds, currency } from '#schema/rules.ts';
import { cardOrder, membershipOrder } from '#tests/support/memberships/money-accounts.ts';
import { contestedSince, type PaymentState } from '#worker/domain/memberships/account.ts';
import { getTierAt } from '#worker/domain/memberships/memberships.ts';
import { deriveAccount } from '#worker/domain/memberships/reconcile.ts';
import { decideCheckout } from '#worker/domain/orders/checkout.ts';
import type { Seconds } from '#worker/domain/time.ts';
import { payOut } from './payouts.ts';
import { getMember, type World, type WorldCard, type WorldMember } from './world.ts';

/** Buys a year of membership and returns the order id. `bankCard` is Stripe's fingerprint of the payment card. */
export function buyMembership(
  world: World,
  memberId: number,
  { tier, bankCard }: { tier: PaidTier; bankCard: string },
  now: Seconds,
): number {
  const member = getMember(world, memberId);
  const { amountCents, creditCents } = quotePrice(member, { kind: 'membership', tier }, now);
  const orderId = world.nextId++;
  const subscriptionId = `sub_${orderId}`;
  const [periodStart, periodEnd] = [now, addYear(now)];
  const { money } = member;
  member.money = {
    ...money,
    orders: [...money.orders, { ...membershipOrder(orderId, tier, now, creditCents), stripeSubscriptionId: subscriptionId }],
    subscriptions: [
      ...money.subscriptions,
      {
        ...{ id: subscriptionId, tier, status: 'active', periodStart, periodEnd, cancelAtPeriodEnd: false, graceUntil: null },
        ...{ endedAt: null, supersededBy: null, endRequestedAt: null, nextCheckAt: null, createdAt: now, priceCents: null },
      },
    ],
    payments: [...money.payments, { ...payment(orderId, { amountCents, bankCard }, now), subscriptionId, periodStart, periodEnd }],
  };
  deriveMoney(world, member, now);
  planCommission(world, member, now);
  return orderId;
}

export function orderCards(
  world: World,
  memberId: number,
  { quantity, bankCard }: { quantity: number; bankCard: string },
  now: Seconds,
): WorldCard[] {
  const member = getMember(world, memberId);
  const { amountCents } = quotePrice(member, { kind: 'cache_cards', quantity }, now);
  const orderId = world.nextId++;
  const { money } = member;
  member.money = {
    ...money,
    orders: [...money.orders, { ...cardOrder(orderId, quantity, now), stripePaymentIntentId: `pi_${orderId}` }],
    payments: [...money.payments, payment(orderId, { amountCents, bankCard }, now)],
  };
  deriveMoney(world, member, now);
  return Array.from({ length: quantity }, () => {
    const card: WorldCard = {
      ...{ id: world.nextId++, ownerId: memberId, orderId, status: 'ordered', place: null, placementAt: null, placementConfirmedAt: null },
      ...{ finds: [], ownScans: [] },
    };
    world.cards.set(card.id, card);
    return card;
  });
}

/**
 * Refunds or disputes an order in full. For a membership order, the membership ends; for a card order, the cards are disabled and their
 * owner's earnings are reversed.
 */
export function returnMoney(world: World, memberId: number, orderId: number, reason: 'refunded' | 'dispute_lost', now: Seconds): void {
  const member = getMember(world, memberId);
  const returnPayment = (payment: PaymentState): PaymentState => ({
    ...payment,
    revokedAt: now,
    ...(reason === 'refunded' ? { refundedCents: payment.amountCents } : { disputeStatus: 'lost' as const, disputedAt: now }),
  });
  member.money = {
    ...member.money,
    payments: member.money.payments.map((payment) => (payment.orderId === orderId ? returnPayment(payment) : payment)),
  };
  const reversalBefore = member.money.referral?.reversal;
  deriveMoney(world, member, now);
  const { referral } = member.money;
  if (referral?.reversal === 'pending' && reversalBefore !== 'pending') {
    payOut(world, referral.referrerId, { cents: -(referral.commission?.amountCents ?? 0), what: 'commission' }, now);
  }
  takeBackFromOwner(world, member, orderId, now);
}

export function getTier(member: WorldMember, now: Seconds) {
  return getTierAt(member.money.periods, now);
}

function quotePrice(member: WorldMember, item: Parameters<typeof decideCheckout>[0], now: Seconds) {
  const { subscriptions, payments, membership } = member.money;
  const account = { subscriptions, payments, stripeSubscriptionId: membership.stripeSubscriptionId };
  const plan = decideCheckout(item, getTier(member, now), account, now);
  if (!plan.ok || plan.value.kind !== 'order') throw new Error(`${member.name} cannot buy this: ${JSON.stringify(plan)}`);
  return plan.value.price;
}

function payment(orderId: number, { amountCents, bankCard }: { amountCents: number; bankCard: string }, now: Seconds): PaymentState {
  return {
    ...{
      invoiceId: `in_${orderId}`,
      paymentIntentId: `pi_${orderId}`,
      subscriptionId: null,
      orderId,
      amountCents,
      currency,
      refundedCents: 0,
    },
    ...{ refundFailedCents: 0, refundOwedCents: 0 },
    ...{ balanceCents: 0, disputeStatus: null, disputedAt: null, revokedAt: null, refundRequestedAt: null, cardFingerprint: bankCard },
    ...{ description: '', paidAt: now, periodStart: null, periodEnd: null },
  };
}

function deriveMoney(world: World, member: WorldMember, now: Seconds): void {
  const { referral } = member.money;
  const referrer = referral && getMember(world, referral.referrerId).money;
  const referralFacts = referrer && {
    referrerPeriods: referrer.periods,
    referrerCards: referrer.payments.flatMap(({ cardFingerprint }) => cardFingerprint ?? []),
  };
  member.money = deriveAccount({ ...member.money, referral: referral && { ...referral, ...referralFacts } }, now);
}

/** Schedules the payment of a commission for its due date, unless the commission is on hold. */
function planCommission(world: World, member: WorldMember, now: Seconds): void {
  if (!member.money.referral?.commission) return;
  world.agenda.plan(now + commissionDueSeconds, (dueAt) => {
    const { referral } = member.money;
    if (referral?.commission?.status !== 'pending') return;
    member.money = { ...member.money, referral: { ...referral, commission: { ...referral.commission, status: 'paid' } } };
    payOut(world, referral.referrerId, { cents: referral.commission.amountCents, what: 'commission' }, dueAt);
  });
}

function takeBackFromOwner(world: World, owner: WorldMember, orderId: number, now: Seconds): void {
  const cards = [...world.cards.values()].filter((card) => card.orderId === orderId);
  const ids = new Set(cards.map(({ id }) => id));
  for (const card of cards) card.status = 'disabled';
  const earnedTokens = owner.rewards
    .filter((reward) => (reward.kind === 'owner_reward' || reward.kind === 'placement') && ids.has(reward.cardId))
    .reduce((sum, { tokens }) => sum + tokens, 0);
  const returnedTokens = Math.min(owner.tokenBalance, earnedTokens);
  owner.tokenBalance -= returnedTokens;
  owner.owedTokens += earnedTokens - returnedTokens;
  const keys = owner.communityKeys.filter(({ cardId }) => ids.has(cardId)).reduce((sum, { amount }) => sum + amount, 0);
  const [anyCard] = cards;
  if (anyCard && keys > 0) owner.communityKeys.push({ cardId: anyCard.id, amount: -keys, at: findContestTime(owner, orderId, now) });
}

function findContestTime(owner: WorldMember, orderId: number, now: Seconds): Seconds {
  const payment = owner.money.payments.find((candidate) => candidate.orderId === orderId);
  return (payment && contestedSince(payment)) ?? now;
}

function addYear(at: Seconds): Seconds {
  const date = new Date(at * 1_000);
  return Math.floor(date.setUTCFullYear(date.getUTCFullYear() + 1) / 1_000);
}
