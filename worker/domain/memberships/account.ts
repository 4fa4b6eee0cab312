/**
 * All that we keep of a member's money, as plain data: what `reconcile` starts from and what it answers. Rows that Stripe
 * has a name for are known by that name, so that the order in which they arrive does not matter. Integer cents; UTC seconds.
 */
import type { DisputeStatus, OrderStatus, PaidTier } from '#schema/orders/order.ts';
import { membershipPriceCents, type Tier } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { SubscriptionStatus } from './facts.ts';

export interface OrderState {
  id: number;
  /** What Stripe's objects name it by. */
  reference: string;
  kind: 'membership' | 'cache_cards';
  tier: PaidTier | null;
  quantity: number | null;
  amountCents: number;
  /** What the unused part of a basic year took off. */
  creditCents: number;
  status: OrderStatus;
  stripeSubscriptionId: string | null;
  stripePaymentIntentId: string | null;
  refundedCents: number;
  createdAt: Seconds;
  expiresAt: Seconds;
  paidAt: Seconds | null;
  cancelledAt: Seconds | null;
}

export interface SubscriptionState {
  id: string;
  tier: PaidTier;
  status: SubscriptionStatus;
  periodStart: Seconds;
  periodEnd: Seconds;
  /** Of a year: it keeps the price that it began with, whatever the list says later. Null where Stripe states none. */
  priceCents: number | null;
  cancelAtPeriodEnd: boolean;
  /** While a renewal is unpaid: how long the membership goes on. */
  graceUntil: Seconds | null;
  /** When it ended at Stripe. */
  endedAt: Seconds | null;
  /** The subscription that took its place. */
  supersededBy: string | null;
  /** Since when it must end at Stripe. */
  endRequestedAt: Seconds | null;
  /** When to ask Stripe about it; null once it has ended. */
  nextCheckAt: Seconds | null;
  createdAt: Seconds;
}

export interface PaymentState {
  /** Of a membership payment. */
  invoiceId: string | null;
  paymentIntentId: string | null;
  subscriptionId: string | null;
  orderId: number | null;
  /** What the card paid: that can go back. */
  amountCents: number;
  /** What the customer's balance at Stripe paid beside it. */
  balanceCents: number;
  currency: string;
  refundedCents: number;
  disputeStatus: DisputeStatus | null;
  /** When it was disputed, by Stripe's clock; stays once the dispute is over. */
  disputedAt: Seconds | null;
  /** When all of it went back: full refund or lost dispute. */
  revokedAt: Seconds | null;
  /** Since when we owe it back: it bought what was there already. */
  refundRequestedAt: Seconds | null;
  cardFingerprint: string | null;
  description: string;
  paidAt: Seconds;
  periodStart: Seconds | null;
  periodEnd: Seconds | null;
}

/** `endsAt` is exclusive. */
export interface Period {
  cause: string;
  tier: PaidTier;
  startsAt: Seconds;
  endsAt: Seconds;
  source: 'stripe' | 'grant';
  subscriptionId: string | null;
}

/** What the referral brings: of 0 cents where the referrer was free at the time of the purchase. */
export interface CommissionState {
  amountCents: number;
  /** Treasure Keys that it is worth, while nothing speaks against it. */
  treasureKeys: number;
  status: 'pending' | 'paid' | 'reversed' | 'held';
  /** Of `heldReasons` in schema/referrals/referral.ts, with commas between them. */
  heldReason: string | null;
  orderId: number | null;
  createdAt: Seconds;
}

/** One row of a referral's keys: so many more, or fewer, from an instant on. */
export interface KeyRow {
  amount: number;
  at: Seconds;
}

export interface ReferralState {
  referrerId: number;
  /** When the referrer was a paying member themselves. */
  referrerPeriods: Pick<Period, 'tier' | 'startsAt' | 'endsAt'>[];
  /** Fingerprints of the payment cards that the referrer has used. */
  referrerCards: string[];
  /** What speaks against this referral, payment cards aside. */
  suspicions: ('same_address' | 'disposable_email')[];
  commission: CommissionState | null;
  /** The reversal row's status. */
  reversal: 'pending' | 'paid' | 'reversed' | null;
  /** What was written of its keys, in that order. Rows are never changed: what is heard later is a row more. */
  keyRows: KeyRow[];
  /** Their sum: the keys that it brings now. */
  treasureKeys: number;
}

export interface MembershipState {
  role: Tier;
  membershipExpiresAt: Seconds | null;
  autoRenew: boolean;
  stripeSubscriptionId: string | null;
}

export interface Account {
  memberId: number;
  membership: MembershipState;
  orders: OrderState[];
  subscriptions: SubscriptionState[];
  payments: PaymentState[];
  periods: Period[];
  referral: ReferralState | null;
}

export const rankOf = { free: 0, basic: 1, premium: 2 } as const satisfies Record<Tier, number>;

/** What bought a membership, first year first. */
export function paymentsOf(account: Pick<Account, 'payments'>, subscriptionId: string): PaymentState[] {
  return account.payments
    .filter((payment) => payment.subscriptionId === subscriptionId)
    .sort((one, other) => (one.periodStart ?? 0) - (other.periodStart ?? 0) || one.paidAt - other.paidAt);
}

/** What its renewal is charged: its own price, not today's list. Cents. */
export function yearlyPriceOf({ priceCents, tier }: SubscriptionState): number {
  return priceCents ?? membershipPriceCents[tier];
}

/** A renewal that was tried and failed, of a membership that still goes on. */
export function isInGrace(subscription: SubscriptionState): boolean {
  return subscription.graceUntil !== null && subscription.status !== 'active' && subscription.endRequestedAt === null;
}

/** When the payment was revoked or disputed; null if we keep it. */
export function contestedSince({
  disputeStatus,
  disputedAt,
  revokedAt,
}: Pick<PaymentState, 'disputeStatus' | 'disputedAt' | 'revokedAt'>): Seconds | null {
  const isDisputed = disputeStatus === 'open' || disputeStatus === 'lost';
  if (!isDisputed || disputedAt === null) return revokedAt;
  return Math.min(disputedAt, revokedAt ?? disputedAt);
}
