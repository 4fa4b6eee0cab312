/** What the payment provider says of its objects, in our words: read now, not taken from an event. Amounts are integer cents. */
import type { DisputeStatus, PaidTier } from '#schema/orders/order.ts';
import type { Seconds } from '#worker/domain/time.ts';

/** Stripe's statuses of a subscription. */
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
  /** By the lookup key of its price; null for a price that is none of ours. */
  tier: PaidTier | null;
  /** Member and order, from the metadata that we gave it. */
  userId: number | null;
  reference: string | null;
  periodStart: Seconds;
  periodEnd: Seconds;
  /** Of a year, as it is charged at the next renewal. */
  priceCents: number | null;
  cancelAtPeriodEnd: boolean;
  createdAt: Seconds;
  endedAt: Seconds | null;
  cardFingerprint: string | null;
}

export interface InvoiceFacts {
  id: string;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  /** The one that began the subscription, not a renewal. */
  isFirst: boolean;
  /** The price: before the customer's balance, and without tax that came on top. */
  totalCents: number;
  /** What is asked of the card: less what the customer's balance pays. */
  dueCents: number;
  /** What was taken from the card. */
  amountPaidCents: number;
  currency: string;
  paidAt: Seconds | null;
  /** The time it pays for; the end is exclusive. */
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
  /** Whatever became of it. */
  isDisputed: boolean;
  refundedCents: number;
  /** When the latest refund was made. */
  refundedAt: Seconds | null;
  paidAt: Seconds;
  cardFingerprint: string | null;
}

/** One object as it is now, with what belongs to it. */
export type News =
  | { kind: 'membership'; subscription: SubscriptionFacts; invoice: InvoiceFacts | null }
  | { kind: 'intent'; intent: IntentFacts }
  | { kind: 'dispute'; paymentIntentId: string; status: DisputeStatus; openedAt: Seconds };
