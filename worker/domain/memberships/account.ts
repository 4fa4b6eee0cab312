/**
 * A member's payment data, the input and output of `reconcile`. Rows are identified by their Stripe id, if any, so that the order of
 * arrival does not matter. Amounts are integer cents, times are Unix seconds (UTC).
 */
import type { DisputeStatus, OrderStatus, PaidTier } from '#schema/orders/order.ts';
import { fullRefundPercent, membershipPriceCents, type Tier } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { SubscriptionStatus } from './facts.ts';

export interface OrderState {
  id: number;
  reference: string;
  kind: 'membership' | 'cache_cards';
  tier: PaidTier | null;
  quantity: number | null;
  /** Id of the lost card that a paid order replaces. */
  replacesCard?: string | null;
  /** JSON of the delivery address. */
  shippingAddress?: string | null;
  amountCents: number;
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
  /** Yearly price in cents, fixed when the subscription starts. Null if Stripe returns no price. */
  priceCents: number | null;
  cancelAtPeriodEnd: boolean;
  /** End of the grace period, in Unix seconds; null unless a renewal is unpaid. */
  graceUntil: Seconds | null;
  endedAt: Seconds | null;
  supersededBy: string | null;
  endRequestedAt: Seconds | null;
  /** When to poll Stripe next, in Unix seconds; null once the subscription has ended. */
  nextCheckAt: Seconds | null;
  createdAt: Seconds;
}

export interface PaymentState {
  /** Stripe's invoice id; set for membership payments only. */
  invoiceId: string | null;
  paymentIntentId: string | null;
  subscriptionId: string | null;
  orderId: number | null;
  amountCents: number;
  balanceCents: number;
  currency: string;
  refundedCents: number;
  /** Total of the refunds that failed at the bank. Never decreases. */
  refundFailedCents: number;
  /** Part of the failed refunds that we owe the member outside Stripe because the purchase was not restored. */
  refundOwedCents: number;
  disputeStatus: DisputeStatus | null;
  /** When the dispute was opened, according to Stripe. Not cleared when the dispute ends. */
  disputedAt: Seconds | null;
  revokedAt: Seconds | null;
  /** When a refund became due because the purchase was a duplicate. */
  refundRequestedAt: Seconds | null;
  cardFingerprint: string | null;
  description: string;
  paidAt: Seconds;
  periodStart: Seconds | null;
  periodEnd: Seconds | null;
}

/** A membership period; `endsAt` is exclusive. */
export interface Period {
  cause: string;
  tier: PaidTier;
  startsAt: Seconds;
  endsAt: Seconds;
  /** Original end of a grant that a deletion request cut short. */
  grantedUntil?: Seconds | null;
  source: 'stripe' | 'grant';
  subscriptionId: string | null;
}

/** A referral commission. The amount is 0 cents if the referrer was a free member at the time of purchase. */
export interface CommissionState {
  amountCents: number;
  /** Treasure Keys earned by the commission. They count unless the commission is held or reversed. */
  treasureKeys: number;
  status: 'pending' | 'paid' | 'reversed' | 'held';
  /** Comma-separated `heldReasons` (schema/referrals/referral.ts). */
  heldReason: string | null;
  orderId: number | null;
  createdAt: Seconds;
}

export interface KeyRow {
  amount: number;
  at: Seconds;
}

export interface ReferralState {
  referrerId: number;
  referrerPeriods: Pick<Period, 'tier' | 'startsAt' | 'endsAt'>[];
  referrerCards: string[];
  /** Reasons to hold a new commission. `decision` means that the referrer is on hold because of a group decision. */
  suspicions: ('same_address' | 'disposable_email' | 'decision')[];
  commission: CommissionState | null;
  reversal: 'pending' | 'paid' | 'reversed' | null;
  /** Treasure Key rows in insertion order. Append-only: changes are recorded as additional rows. */
  keyRows: KeyRow[];
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
  /** True once the member has requested the deletion of their account. Purchases are then no longer restored. */
  isLeaving: boolean;
  membership: MembershipState;
  orders: OrderState[];
  subscriptions: SubscriptionState[];
  payments: PaymentState[];
  periods: Period[];
  referral: ReferralState | null;
}

export const tierRanks = { free: 0, basic: 1, premium: 2 } as const satisfies Record<Tier, number>;

export function listPayments(account: Pick<Account, 'payments'>, subscriptionId: string): PaymentState[] {
  return account.payments
    .filter((payment) => payment.subscriptionId === subscriptionId)
    .sort((one, other) => (one.periodStart ?? 0) - (other.periodStart ?? 0) || one.paidAt - other.paidAt);
}

/** Returns the renewal price in cents: the subscription's original price, not today's. */
export function getYearlyPrice({ priceCents, tier }: Pick<SubscriptionState, 'priceCents' | 'tier'>): number {
  return priceCents ?? membershipPriceCents[tier];
}

/** Whether the membership continues despite a failed renewal. */
export function isInGrace({
  graceUntil,
  status,
  endRequestedAt,
}: Pick<SubscriptionState, 'graceUntil' | 'status' | 'endRequestedAt'>): boolean {
  return graceUntil !== null && status !== 'active' && endRequestedAt === null;
}

type ReturnedPayment = Pick<PaymentState, 'amountCents' | 'refundedCents' | 'refundOwedCents'>;

/** Returns the amount in cents that was refunded or is owed outside Stripe. */
export function getReturnedCents({ refundedCents, refundOwedCents }: Omit<ReturnedPayment, 'amountCents'>): number {
  return refundedCents + refundOwedCents;
}

export function isFullyReturned(payment: ReturnedPayment): boolean {
  return payment.amountCents > 0 && getReturnedCents(payment) * 100 >= payment.amountCents * fullRefundPercent;
}

/**
 * Compares two first payments by time. Within the same second, an upgrade sorts after the payment that it credits; all other payments sort
 * by order number.
 */
export function comparePurchases(one: Purchase, other: Purchase): number {
  const isUpgrade = ({ order }: Purchase) => Number((order?.creditCents ?? 0) > 0);
  return one.paidAt - other.paidAt || isUpgrade(one) - isUpgrade(other) || (one.order?.id ?? 0) - (other.order?.id ?? 0);
}

interface Purchase {
  paidAt: Seconds;
  order: Pick<OrderState, 'id' | 'creditCents'> | undefined;
}

export function contestedSince({
  disputeStatus,
  disputedAt,
  revokedAt,
}: Pick<PaymentState, 'disputeStatus' | 'disputedAt' | 'revokedAt'>): Seconds | null {
  const isDisputed = disputeStatus === 'open' || disputeStatus === 'lost';
  if (!isDisputed || disputedAt === null) return revokedAt;
  return Math.min(disputedAt, revokedAt ?? disputedAt);
}
