/**
 * The payment provider's objects, mapped to our terms. They are always fetched from the provider, never read from events. Amounts are in
 * integer cents.
 */
import type { DisputeState } from '#schema/disputes/dispute.ts';
import type { DisputeStatus, PaidTier } from '#schema/orders/order.ts';
import type { Seconds } from '#worker/domain/time.ts';

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'paused';

export interface SubscriptionFacts {
  id: string;
  status: SubscriptionStatus;
  /** Membership tier, identified by the price's lookup key; null if the price is not ours. */
  tier: PaidTier | null;
  userId: number | null;
  reference: string | null;
  periodStart: Seconds;
  periodEnd: Seconds;
  priceCents: number | null;
  cancelAtPeriodEnd: boolean;
  createdAt: Seconds;
  endedAt: Seconds | null;
  cardFingerprint: string | null;
}

export interface InvoiceFacts {
  id: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  /** True for the subscription's first invoice, false for a renewal. */
  isFirst: boolean;
  /** Total in cents before the customer's balance is applied; no tax is added. */
  totalCents: number;
  /** Amount in cents charged to the card, after the customer's balance is applied. */
  dueCents: number;
  amountPaidCents: number;
  currency: string;
  paidAt: Seconds | null;
  /** The paid period in Unix seconds; the end is exclusive. */
  periodStart: Seconds;
  periodEnd: Seconds;
  paymentIntentId: string | null;
}

export interface IntentFacts {
  id: string;
  status: 'payable' | 'processing' | 'succeeded' | 'cancelled';
  amountCents: number;
  currency: string;
  userId: number | null;
  reference: string | null;
  charge: ChargeFacts | null;
}

export interface ChargeFacts {
  isDisputed: boolean;
  /** Refunded amount in cents, excluding failed refunds. */
  refundedCents: number;
  /** When the refunds reached `fullRefundPercent`; before that, the time of the latest refund. */
  refundedAt: Seconds | null;
  failedRefunds: FailedRefund[];
  /** The newest refunds, including failed ones. */
  refunds: MadeRefund[];
  paidAt: Seconds;
  cardFingerprint: string | null;
}

/** A refund that the bank returned or that was canceled in Stripe. */
export interface FailedRefund {
  id: string;
  /** Reference of the refund requested in our admin area; null if the refund was issued in Stripe. */
  reference: string | null;
  cents: number;
  reason: string;
}

export interface MadeRefund {
  id: string;
  paymentIntentId: string | null;
  cents: number;
  createdAt: Seconds;
  hasFailed: boolean;
  /** When the failed refund was returned to our balance; null if it did not fail or Stripe reports no date. */
  failedAt: Seconds | null;
}

/** Result of a refund request. `failure` is the bank's reason if the refund has already failed. */
export interface RefundOutcome {
  id: string;
  failure: string | null;
}

/** Facts that administrators need to respond to a dispute. The dispute's effects on the purchase are in `News`. */
export interface DisputeFacts {
  id: string;
  paymentIntentId: string;
  state: DisputeState;
  isInquiry: boolean;
  reason: string;
  amountCents: number;
  currency: string;
  openedAt: Seconds;
  dueBy: Seconds | null;
  /** Number of times that evidence was submitted. */
  submissions: number;
}

export type News =
  | { kind: 'membership'; subscription: SubscriptionFacts; invoice: InvoiceFacts | null }
  | { kind: 'intent'; intent: IntentFacts }
  | { kind: 'dispute'; paymentIntentId: string; status: DisputeStatus; openedAt: Seconds };

/** A balance transaction at the provider that belongs to a payment. Refunds are negative, failed refunds positive. */
export interface BalanceTransaction {
  id: string;
  kind: 'payment' | 'refund' | 'refund_failed' | 'dispute';
  paymentIntentId: string;
  refundId: string | null;
  /** Id of the charged customer at the provider; null for other kinds of transactions. */
  customerId: string | null;
  cents: number;
  feeCents: number;
  createdAt: Seconds;
}
