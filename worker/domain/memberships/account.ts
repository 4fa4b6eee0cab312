/**
 * A member's payment data, input and output of `reconcile`. Rows with a Stripe id are keyed by it, so that the order of arrival does not
 * matter. Integer cents; Unix seconds (UTC).
 */
import type { DisputeStatus, OrderStatus, PaidTier } from '#schema/orders/order.ts';
import { membershipPriceCents, type Tier } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import type { SubscriptionStatus } from './facts.ts';

export interface OrderState {
  id: number;
  reference: string;
  kind: 'membership' | 'cache_cards';
  tier: PaidTier | null;
  quantity: number | null;
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
  /** Yearly price, fixed at the start. Null if Stripe states none. */
  priceCents: number | null;
  cancelAtPeriodEnd: boolean;
  /** End of the grace period while a renewal is unpaid. */
  graceUntil: Seconds | null;
  endedAt: Seconds | null;
  supersededBy: string | null;
  endRequestedAt: Seconds | null;
  /** When to poll Stripe; null once ended. */
  nextCheckAt: Seconds | null;
  createdAt: Seconds;
}

export interface PaymentState {
  /** Membership payments only. */
  invoiceId: string | null;
  paymentIntentId: string | null;
  subscriptionId: string | null;
  orderId: number | null;
  amountCents: number;
  balanceCents: number;
  currency: string;
  refundedCents: number;
  disputeStatus: DisputeStatus | null;
  /** Stripe's time; kept after the dispute ends. */
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

/** `endsAt` is exclusive. */
export interface Period {
  cause: string;
  tier: PaidTier;
  startsAt: Seconds;
  endsAt: Seconds;
  source: 'stripe' | 'grant';
  subscriptionId: string | null;
}

/** 0 cents if the referrer was free at the purchase. */
export interface CommissionState {
  amountCents: number;
  /** Counts unless held or reversed. */
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
  /** Fingerprints of payment cards the referrer has used. */
  referrerCards: string[];
  suspicions: ('same_address' | 'disposable_email')[];
  commission: CommissionState | null;
  reversal: 'pending' | 'paid' | 'reversed' | null;
  /** Append-only, in order; later news add rows. */
  keyRows: KeyRow[];
  /** Sum of `keyRows`. */
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

export const tierRanks = { free: 0, basic: 1, premium: 2 } as const satisfies Record<Tier, number>;

export function listPayments(account: Pick<Account, 'payments'>, subscriptionId: string): PaymentState[] {
  return account.payments
    .filter((payment) => payment.subscriptionId === subscriptionId)
    .sort((one, other) => (one.periodStart ?? 0) - (other.periodStart ?? 0) || one.paidAt - other.paidAt);
}

/** Cents charged at renewal: its own price, not today's. */
export function getYearlyPrice({ priceCents, tier }: SubscriptionState): number {
  return priceCents ?? membershipPriceCents[tier];
}

/** Whether a renewal failed but the membership continues. */
export function isInGrace(subscription: SubscriptionState): boolean {
  return subscription.graceUntil !== null && subscription.status !== 'active' && subscription.endRequestedAt === null;
}

/** When the payment was revoked or disputed; null if neither. */
export function contestedSince({
  disputeStatus,
  disputedAt,
  revokedAt,
}: Pick<PaymentState, 'disputeStatus' | 'disputedAt' | 'revokedAt'>): Seconds | null {
  const isDisputed = disputeStatus === 'open' || disputeStatus === 'lost';
  if (!isDisputed || disputedAt === null) return revokedAt;
  return Math.min(disputedAt, revokedAt ?? disputedAt);
}
