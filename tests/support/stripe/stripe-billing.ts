/** Billing part of the Stripe model: subscriptions, invoices, payments and the clock. */
import type { PaidTier } from '#schema/orders/order.ts';
import { currency, membershipPriceCents, secondsPerHour } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';
import {
  getIntent,
  getInvoice,
  getSubscription,
  type Invoice,
  latestInvoice,
  newId,
  note,
  type PaidYear,
  type Stripe,
  type Subscription,
  send,
} from './stripe-model.ts';

interface OrderToPay {
  userId: number;
  orderId: number;
  amountCents: number;
}

/** Formats an order's reference exactly like `openOrder` in money-accounts.ts. */
const formatReference = (orderId: number) => String(orderId);

const incompleteTtlSeconds = 23 * secondsPerHour;
const draftForSeconds = secondsPerHour;

/** Creates a subscription that waits for its first payment. */
export function openMembership(stripe: Stripe, order: OrderToPay & { tier: PaidTier }): string {
  const { userId, orderId, tier, amountCents } = order;
  const id = newId(stripe, 'sub');
  const period = { periodStart: stripe.now, periodEnd: yearAfter(stripe.now) };
  stripe.subscriptions.set(id, {
    facts: {
      ...{ id, status: 'incomplete', tier, userId, reference: formatReference(orderId), ...period, cancelAtPeriodEnd: false },
      ...{ createdAt: stripe.now, endedAt: null, cardFingerprint: null, priceCents: membershipPriceCents[tier] },
    },
    invoiceIds: [],
    amountCents,
    renewalFails: false,
  });
  finalize(stripe, draftInvoice(stripe, id));
  send(stripe, 'customer.subscription.created', 'subscription', id, userId);
  return id;
}

export function openCardPayment(stripe: Stripe, { userId, orderId, amountCents }: OrderToPay): string {
  const id = newId(stripe, 'pi');
  const facts = { id, status: 'payable', amountCents, currency, userId, reference: formatReference(orderId), charge: null } as const;
  stripe.intents.set(id, { facts, userId, invoiceId: null, refunds: [] });
  return id;
}

/** Pays a PaymentIntent; returns false if it can no longer be paid. */
export function pay(stripe: Stripe, intentId: string, card: string): boolean {
  const intent = getIntent(stripe, intentId);
  if (intent.facts.status !== 'payable') return false;
  const noRefunds = { refundedCents: 0, refundedAt: null, failedRefunds: [], refunds: [] };
  const charge = { isDisputed: false, ...noRefunds, paidAt: stripe.now, cardFingerprint: card };
  intent.facts = { ...intent.facts, status: 'succeeded', charge };
  const { userId, invoiceId, facts } = intent;
  if (invoiceId === null) send(stripe, 'payment_intent.succeeded', 'intent', intentId, userId);
  const year = invoiceId === null ? null : payInvoice(stripe, getInvoice(stripe, invoiceId), card);
  const reference = year?.isFirst ? getSubscription(stripe, year.subscriptionId).facts.reference : facts.reference;
  const orderId = reference === null ? null : Number(reference);
  note(stripe, userId, { kind: 'paid', intentId, orderId, amountCents: facts.amountCents, card, year });
  return true;
}

export function cancelIntent(stripe: Stripe, intentId: string): void {
  const intent = getIntent(stripe, intentId);
  if (intent.facts.status !== 'payable') return;
  intent.facts = { ...intent.facts, status: 'cancelled' };
  if (intent.invoiceId === null) send(stripe, 'payment_intent.canceled', 'intent', intentId, intent.userId);
}

/** Turns a subscription's renewal on or off. Without renewal, the subscription ends when its current period ends. */
export function switchRenewal(stripe: Stripe, id: string, renews: boolean): void {
  const subscription = getSubscription(stripe, id);
  if (subscription.facts.endedAt !== null) return;
  subscription.facts = { ...subscription.facts, cancelAtPeriodEnd: !renews };
  note(stripe, subscription.facts.userId, { kind: 'renewal_switched', subscriptionId: id, renews });
  sendUpdated(stripe, subscription);
}

/** Ends a subscription as our client does: voids the open invoice, then cancels the subscription immediately without proration. */
export function endSubscription(stripe: Stripe, id: string, unlessPaid: boolean): void {
  const { facts } = getSubscription(stripe, id);
  if (facts.endedAt !== null || (unlessPaid && latestInvoice(stripe, id).facts.status === 'paid')) return;
  end(stripe, id, facts.status === 'incomplete' ? 'incomplete_expired' : 'canceled');
}

/** Advances the clock and applies each scheduled event when it is due. */
export function advanceTo(stripe: Stripe, until: Seconds): void {
  for (let dueRenewal = nextDue(stripe, until); dueRenewal; dueRenewal = nextDue(stripe, until)) {
    stripe.now = dueRenewal.at;
    dueRenewal.work();
  }
  stripe.now = until;
}

function nextDue(stripe: Stripe, until: Seconds): { at: Seconds; work: () => void } | undefined {
  let next: { at: Seconds; work: () => void } | undefined;
  const consider = (at: Seconds, work: () => void) => {
    if (at <= until && (!next || at < next.at)) next = { at, work };
  };
  for (const subscription of stripe.subscriptions.values()) {
    const { id, status, endedAt, createdAt, periodStart, periodEnd } = subscription.facts;
    if (endedAt !== null) continue;
    const invoice = latestInvoice(stripe, id);
    if (status === 'incomplete') consider(createdAt + incompleteTtlSeconds, () => end(stripe, id, 'incomplete_expired'));
    else if (invoice.facts.status === 'draft') consider(periodStart + draftForSeconds, () => chargeRenewal(stripe, subscription, invoice));
    else consider(periodEnd, () => renew(stripe, subscription));
  }
  return next;
}

function renew(stripe: Stripe, subscription: Subscription): void {
  const { id, periodEnd, cancelAtPeriodEnd, userId, tier } = subscription.facts;
  if (cancelAtPeriodEnd) {
    end(stripe, id, 'canceled');
    return;
  }
  subscription.facts = { ...subscription.facts, periodStart: periodEnd, periodEnd: yearAfter(periodEnd) };
  subscription.amountCents = membershipPriceCents[tier];
  note(stripe, userId, { kind: 'renewal_began', subscriptionId: id });
  draftInvoice(stripe, id);
  sendUpdated(stripe, subscription);
}

function chargeRenewal(stripe: Stripe, subscription: Subscription, invoice: Invoice): void {
  const { userId, cardFingerprint } = subscription.facts;
  const intentId = finalize(stripe, invoice);
  if (!subscription.renewalFails) {
    pay(stripe, intentId, cardFingerprint ?? '');
    return;
  }
  subscription.facts = { ...subscription.facts, status: 'past_due' };
  send(stripe, 'invoice.payment_failed', 'invoice', invoice.facts.id, userId);
  sendUpdated(stripe, subscription);
}

function draftInvoice(stripe: Stripe, subscriptionId: string): Invoice {
  const subscription = getSubscription(stripe, subscriptionId);
  const { periodStart, periodEnd } = subscription.facts;
  const id = newId(stripe, 'in');
  const invoice: Invoice = {
    facts: {
      ...{
        id,
        status: 'draft',
        isFirst: subscription.invoiceIds.length === 0,
        totalCents: subscription.amountCents,
        dueCents: subscription.amountCents,
        amountPaidCents: 0,
        currency,
        paidAt: null,
      },
      ...{ periodStart, periodEnd, paymentIntentId: null },
    },
    subscriptionId,
  };
  stripe.invoices.set(id, invoice);
  subscription.invoiceIds.push(id);
  return invoice;
}

/** Finalizes an invoice and returns the id of the PaymentIntent that can pay it. */
function finalize(stripe: Stripe, invoice: Invoice): string {
  const { facts, amountCents } = getSubscription(stripe, invoice.subscriptionId);
  const id = newId(stripe, 'pi');
  stripe.intents.set(id, {
    refunds: [],
    facts: { id, status: 'payable', amountCents, currency, userId: null, reference: null, charge: null },
    userId: facts.userId,
    invoiceId: invoice.facts.id,
  });
  invoice.facts = { ...invoice.facts, status: 'open', paymentIntentId: id };
  return id;
}

function payInvoice(stripe: Stripe, invoice: Invoice, card: string): PaidYear {
  const subscription = getSubscription(stripe, invoice.subscriptionId);
  const { facts } = getIntent(stripe, invoice.facts.paymentIntentId ?? '');
  invoice.facts = { ...invoice.facts, status: 'paid', paidAt: stripe.now, amountPaidCents: facts.amountCents };
  subscription.facts = { ...subscription.facts, status: 'active', cardFingerprint: card };
  const { userId, tier, id, createdAt } = subscription.facts;
  send(stripe, 'invoice.paid', 'invoice', invoice.facts.id, userId);
  sendUpdated(stripe, subscription);
  const { isFirst, periodStart, periodEnd } = invoice.facts;
  return { subscriptionId: id, tier, isFirst, orderedAt: createdAt, periodStart, periodEnd };
}

function end(stripe: Stripe, id: string, status: 'canceled' | 'incomplete_expired'): void {
  const subscription = getSubscription(stripe, id);
  const invoice = latestInvoice(stripe, id);
  if (invoice.facts.status !== 'paid') {
    if (invoice.facts.paymentIntentId !== null) cancelIntent(stripe, invoice.facts.paymentIntentId);
    invoice.facts = { ...invoice.facts, status: 'void' };
  }
  subscription.facts = { ...subscription.facts, status, endedAt: stripe.now };
  note(stripe, subscription.facts.userId, { kind: 'ended', subscriptionId: id });
  send(stripe, 'customer.subscription.deleted', 'subscription', id, subscription.facts.userId);
}

function sendUpdated(stripe: Stripe, { facts }: Subscription): void {
  send(stripe, 'customer.subscription.updated', 'subscription', facts.id, facts.userId);
}

/** Returns the same date one calendar year later, as Stripe computes it. */
function yearAfter(at: Seconds): Seconds {
  const date = new Date(at * 1_000);
  return date.setUTCFullYear(date.getUTCFullYear() + 1) / 1_000;
}
