/** Maps Stripe's objects to our types, for API versions since 2025-03 (Basil). */
import type Stripe from 'stripe';
import type { DisputeState } from '#schema/disputes/dispute.ts';
import type { DisputeStatus } from '#schema/orders/order.ts';
import { type PaidTier, paidTiers } from '#schema/orders/order.ts';
import { fullRefundPercent, membershipLookupKeys } from '#schema/rules.ts';
import type { ChargeFacts, DisputeFacts, IntentFacts, InvoiceFacts, SubscriptionFacts } from '#worker/domain/memberships/facts.ts';
import { readOrderMark } from '#worker/domain/orders/order-mark.ts';

/** Metadata key that marks refunds requested in our admin area. */
export const refundMetadataKey = 'cache_cards_refund';

export function subscriptionFacts(subscription: Stripe.Subscription): SubscriptionFacts {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  return {
    id: subscription.id,
    status: subscription.status as SubscriptionFacts['status'],
    tier: getTier(item.price),
    ...readOwner(subscription.metadata),
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    priceCents: item.price.unit_amount,
    cancelAtPeriodEnd: endsAtPeriodEnd(subscription, item.current_period_end),
    createdAt: subscription.created,
    endedAt: subscription.ended_at,
    cardFingerprint: getFingerprint(subscription.default_payment_method),
  };
}

export function invoiceFacts(invoice: Stripe.Invoice): InvoiceFacts {
  const [line] = invoice.lines.data;
  return {
    id: invoice.id ?? '',
    status: (invoice.status ?? 'draft') as InvoiceFacts['status'],
    isFirst: invoice.billing_reason === 'subscription_create',
    totalCents: invoice.total - sumExclusiveTax(invoice),
    dueCents: invoice.amount_due,
    amountPaidCents: invoice.amount_paid,
    currency: invoice.currency,
    paidAt: invoice.status_transitions.paid_at,
    periodStart: line?.period.start ?? invoice.period_start,
    periodEnd: line?.period.end ?? invoice.period_end,
    paymentIntentId: getInvoicePaymentIntentId(invoice),
  };
}

/**
 * Whether the subscription ends with its current period, according to its `cancel_at_period_end` flag or an end date set in the customer
 * portal. An end date after the current period does not count.
 */
function endsAtPeriodEnd({ cancel_at_period_end, cancel_at }: Stripe.Subscription, periodEnd: number): boolean {
  return cancel_at_period_end || (cancel_at !== null && cancel_at <= periodEnd);
}

/** Returns the tax that Stripe added on top of the price. It is not part of our prices, which already include tax. */
function sumExclusiveTax({ total_taxes }: Stripe.Invoice): number {
  return (total_taxes ?? []).reduce((sum, { amount, tax_behavior }) => sum + (tax_behavior === 'exclusive' ? amount : 0), 0);
}

function getInvoicePaymentIntentId(invoice: Stripe.Invoice): string | null {
  const payments = invoice.payments?.data ?? [];
  const payment = payments.find((candidate) => candidate.status === 'paid') ?? payments[0];
  return getId(payment?.payment.payment_intent);
}

const intentStatuses: Record<string, IntentFacts['status']> = {
  processing: 'processing',
  requires_capture: 'processing',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

export function intentFacts(intent: Stripe.PaymentIntent): IntentFacts {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    id: intent.id,
    status: intentStatuses[intent.status] ?? 'payable',
    amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    ...readOwner(intent.metadata),
    charge: intent.status === 'succeeded' && charge ? chargeFacts(charge) : null,
  };
}

/** Stripe lists only a charge's newest refunds. Older ones are included only in the charge's refunded total. */
function chargeFacts(charge: Stripe.Charge): ChargeFacts {
  const refunds = charge.refunds?.data ?? [];
  const failedRefunds = refunds.filter(({ status }) => hasFailed(status));
  const madeRefunds = refunds.filter(({ status }) => !hasFailed(status));
  const listedCents = madeRefunds.reduce((sum, { amount }) => sum + amount, 0);
  return {
    isDisputed: charge.disputed,
    refundedCents: charge.refunds?.has_more === false ? Math.min(charge.amount_refunded, listedCents) : charge.amount_refunded,
    refundedAt: refundTime(charge.amount, madeRefunds),
    failedRefunds: failedRefunds.map(({ id, amount, metadata, failure_reason: reason }) => ({
      id,
      reference: metadata?.[refundMetadataKey] ?? null,
      cents: amount,
      reason: reason ?? 'unknown',
    })),
    refunds: refunds.map(({ id, payment_intent: intent, amount, created, status, failure_balance_transaction: failure }) => ({
      ...{ id, paymentIntentId: getId(intent), cents: amount, createdAt: created, hasFailed: hasFailed(status) },
      failedAt: failure && typeof failure === 'object' ? failure.created : null,
    })),
    paidAt: charge.created,
    cardFingerprint: charge.payment_method_details?.card?.fingerprint ?? null,
  };
}

export function hasFailed(status: string | null): boolean {
  return status === 'failed' || status === 'canceled';
}

function refundTime(amountCents: number, refunds: Stripe.Refund[]): number | null {
  let totalCents = 0;
  for (const { amount, created } of [...refunds].sort((one, other) => one.created - other.created)) {
    totalCents += amount;
    if (totalCents * 100 >= amountCents * fullRefundPercent) return created;
  }
  return refunds.length > 0 ? Math.max(...refunds.map(({ created }) => created)) : null;
}

/**
 * Closing an inquiry costs nothing, so it is treated as won. A dispute under appeal is treated as lost, because the money is gone unless
 * the appeal is won.
 */
export function disputeStatus(status: Stripe.Dispute['status']): DisputeStatus {
  if (status === 'lost' || status === 'appeal_needs_response' || status === 'appeal_under_review') return 'lost';
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}

/**
 * Maps Stripe's dispute statuses to our states. The states cover the same stages as `disputeStatus`, but also show which side must act
 * next.
 */
const openStates: Partial<Record<Stripe.Dispute['status'], DisputeState>> = {
  needs_response: 'needs_response',
  warning_needs_response: 'needs_response',
  warning_closed: 'closed',
  prevented: 'closed',
};

export function disputeFacts(dispute: Stripe.Dispute): DisputeFacts {
  const status = disputeStatus(dispute.status);
  return {
    id: dispute.id,
    paymentIntentId: getId(dispute.payment_intent) ?? '',
    state: openStates[dispute.status] ?? (status === 'open' ? 'under_review' : status),
    isInquiry: dispute.status.startsWith('warning'),
    reason: dispute.reason,
    amountCents: dispute.amount,
    currency: dispute.currency,
    openedAt: dispute.created,
    dueBy: dispute.evidence_details.due_by,
    submissions: dispute.evidence_details.submission_count,
  };
}

function readOwner(metadata: Stripe.Metadata | null | undefined): { userId: number | null; reference: string | null } {
  const mark = readOrderMark(metadata);
  return { userId: mark?.userId ?? null, reference: mark?.reference ?? null };
}

/**
 * Finds the tier by the price's lookup key. An old price has passed its lookup key on to its successor, so its tier is read from the
 * metadata written by `npm run stripe:setup`.
 */
function getTier(price: Stripe.Price): PaidTier | null {
  return paidTiers.find((tier) => membershipLookupKeys[tier] === price.lookup_key || price.metadata.tier === tier) ?? null;
}

export function getId(reference: string | { id?: string } | null | undefined): string | null {
  if (typeof reference === 'string') return reference;
  return reference?.id ?? null;
}

function getFingerprint(method: Stripe.Subscription['default_payment_method']): string | null {
  return method !== null && typeof method === 'object' ? (method.card?.fingerprint ?? null) : null;
}
