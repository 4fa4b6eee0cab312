/** Initial accounts for tests, and an account summary for asserting that the order of events makes no difference. */
import type { PaidTier } from '#schema/orders/order.ts';
import { cardPriceCents, membershipPriceCents, openOrderTtlSeconds } from '#schema/rules.ts';
import type { Account, KeyRow, OrderState, Period, ReferralState } from '#worker/domain/memberships/account.ts';
import type { Seconds } from '#worker/domain/time.ts';

export function newMember(memberId: number): Account {
  return {
    memberId,
    isLeaving: false,
    membership: { role: 'free', membershipExpiresAt: null, autoRenew: true, stripeSubscriptionId: null },
    orders: [],
    subscriptions: [],
    payments: [],
    periods: [],
    referral: null,
  };
}

export function referral(periods: ReferralState['referrerPeriods'] = [], changes: Partial<ReferralState> = {}): ReferralState {
  return {
    ...{ referrerId: 1, referrerPeriods: periods, referrerCards: [], suspicions: [], commission: null, reversal: null },
    ...{ keyRows: [], treasureKeys: 0 },
    ...changes,
  };
}

export function membershipOrder(id: number, tier: PaidTier, createdAt: Seconds, creditCents = 0): OrderState {
  return { ...openOrder(id, createdAt), kind: 'membership', tier, amountCents: membershipPriceCents[tier] - creditCents, creditCents };
}

export function cardOrder(id: number, quantity: number, createdAt: Seconds): OrderState {
  return { ...openOrder(id, createdAt), kind: 'cache_cards', quantity, amountCents: quantity * cardPriceCents };
}

export function grant(tier: PaidTier, startsAt: Seconds, endsAt: Seconds): Period {
  return { cause: `grant:${startsAt}`, tier, startsAt, endsAt, source: 'grant', subscriptionId: null };
}

function openOrder(id: number, createdAt: Seconds): Omit<OrderState, 'kind' | 'amountCents'> {
  return {
    ...{
      id,
      reference: String(id),
      creditCents: 0,
      tier: null,
      quantity: null,
      status: 'open',
      stripeSubscriptionId: null,
      stripePaymentIntentId: null,
      refundedCents: 0,
    },
    ...{ createdAt, expiresAt: createdAt + openOrderTtlSeconds, paidAt: null, cancelledAt: null },
  };
}

/**
 * Serializes an account for comparison. Omits details that may differ: row order, how many rows record the Treasure Keys (only amounts over
 * time matter), and commissions reversed before they were paid.
 */
export function summarizeAccount(account: Account): string {
  const compareBy = <Row>(rows: Row[], getKey: (row: Row) => string) =>
    [...rows].sort((one, other) => getKey(one).localeCompare(getKey(other)));
  return JSON.stringify(
    {
      ...account,
      orders: compareBy(account.orders, ({ id }) => String(id)),
      subscriptions: compareBy(account.subscriptions, ({ id }) => id),
      payments: compareBy(account.payments, ({ paymentIntentId }) => paymentIntentId ?? ''),
      periods: compareBy(account.periods, ({ cause }) => cause),
      referral: account.referral && {
        ...account.referral,
        ...(isTraceOnly(account.referral) && freshState),
        keyRows: keysByTime(account.referral.keyRows),
      },
    },
    sortedNames,
  );
}

/** Sums Treasure Key changes made at the same time, and returns the sums oldest first. Omits changes that cancel out. */
export function keysByTime(rows: KeyRow[]): KeyRow[] {
  const sums = new Map<Seconds, number>();
  for (const { amount, at } of rows) sums.set(at, (sums.get(at) ?? 0) + amount);
  return [...sums]
    .filter(([, amount]) => amount !== 0)
    .map(([at, amount]) => ({ amount, at }))
    .sort((one, other) => one.at - other.at);
}

const freshState = { commission: null, reversal: null };

function isTraceOnly({ commission }: ReferralState): boolean {
  return commission?.status === 'reversed';
}

/** JSON replacer that sorts property names because their order varies between rows. */
function sortedNames(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
