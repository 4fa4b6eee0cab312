/**
 * A small model of Stripe without HTTP, made of plain objects with their own clock. Each change sends events that contain only an object
 * id. Reading that object returns its current state. The recorded history is the input for money-model.ts.
 */
import type { DisputeStatus, PaidTier } from '#schema/orders/order.ts';
import type { IntentFacts, InvoiceFacts, News, SubscriptionFacts } from '#worker/domain/memberships/facts.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface StripeEvent {
  id: string;
  type: string;
  object: 'subscription' | 'invoice' | 'intent' | 'dispute';
  objectId: string;
  userId: number;
}

export interface PaidYear {
  subscriptionId: string;
  tier: PaidTier;
  isFirst: boolean;
  /** The time when the subscription was created, which determines the price of its first year. */
  orderedAt: Seconds;
  periodStart: Seconds;
  periodEnd: Seconds;
}

type EventSpec =
  | { kind: 'paid'; intentId: string; orderId: number | null; amountCents: number; card: string; year: PaidYear | null }
  | { kind: 'renewal_began'; subscriptionId: string }
  | { kind: 'renewal_switched'; subscriptionId: string; renews: boolean }
  | { kind: 'ended'; subscriptionId: string }
  | { kind: 'refunded'; intentId: string; refundId: string; cents: number; byUs: boolean }
  | { kind: 'refund_failed'; intentId: string; refundId: string }
  | { kind: 'disputed'; intentId: string; status: DisputeStatus };

/** Something that happened at Stripe, whether or not we learned of it. */
export type Happening = EventSpec & { at: Seconds; userId: number };

export interface Subscription {
  facts: SubscriptionFacts & { userId: number; tier: PaidTier };
  invoiceIds: string[];
  /** Price of the subscription's next invoice, in cents. */
  amountCents: number;
  renewalFails: boolean;
}

export interface Invoice {
  facts: InvoiceFacts;
  subscriptionId: string;
}

export interface Intent {
  facts: IntentFacts;
  userId: number;
  invoiceId: string | null;
  /** Refunds of this payment, oldest first, including failed ones. */
  refunds: { id: string; cents: number; at: Seconds; hasFailed: boolean }[];
}

export interface Dispute {
  id: string;
  intentId: string;
  status: DisputeStatus;
  openedAt: Seconds;
}

export interface Stripe {
  now: Seconds;
  /** Number of ids assigned so far, used to create the next one. */
  count: number;
  events: StripeEvent[];
  history: Happening[];
  subscriptions: Map<string, Subscription>;
  invoices: Map<string, Invoice>;
  intents: Map<string, Intent>;
  disputes: Map<string, Dispute>;
}

export function newStripe(now: Seconds): Stripe {
  return {
    ...{ now, count: 0, events: [], history: [] },
    ...{ subscriptions: new Map(), invoices: new Map(), intents: new Map(), disputes: new Map() },
  };
}

/** Returns the current state of the object that an event refers to. */
export function read(stripe: Stripe, object: StripeEvent['object'], id: string): News {
  if (object === 'intent') return { kind: 'intent', intent: getIntent(stripe, id).facts };
  if (object === 'dispute') {
    const { intentId, status, openedAt } = findObject(stripe.disputes, id);
    return { kind: 'dispute', paymentIntentId: intentId, status, openedAt };
  }
  const invoice = object === 'invoice' ? getInvoice(stripe, id) : latestInvoice(stripe, id);
  return { kind: 'membership', subscription: getSubscription(stripe, invoice.subscriptionId).facts, invoice: invoice.facts };
}

export function getSubscription(stripe: Stripe, id: string): Subscription {
  return findObject(stripe.subscriptions, id);
}

export function getInvoice(stripe: Stripe, id: string): Invoice {
  return findObject(stripe.invoices, id);
}

export function getIntent(stripe: Stripe, id: string): Intent {
  return findObject(stripe.intents, id);
}

export function latestInvoice(stripe: Stripe, subscriptionId: string): Invoice {
  return getInvoice(stripe, getSubscription(stripe, subscriptionId).invoiceIds.at(-1) ?? '');
}

/** Returns the id of the PaymentIntent for a subscription's latest invoice. */
export function findFirstIntentId(stripe: Stripe, subscriptionId: string): string {
  return latestInvoice(stripe, subscriptionId).facts.paymentIntentId ?? '';
}

/**
 * Returns the ids of the PaymentIntents that a member can currently pay in the browser: for a first year, a failed renewal, or a card
 * order.
 */
export function payable(stripe: Stripe, userId: number): string[] {
  return [...stripe.intents.values()]
    .filter((intent) => intent.userId === userId && intent.facts.status === 'payable')
    .map(({ facts }) => facts.id);
}

export function findDispute(stripe: Stripe, intentId: string): Dispute | undefined {
  return [...stripe.disputes.values()].find((dispute) => dispute.intentId === intentId);
}

export function newId(stripe: Stripe, prefix: string): string {
  stripe.count += 1;
  return `${prefix}_${stripe.count}`;
}

export function send(stripe: Stripe, type: string, object: StripeEvent['object'], objectId: string, userId: number): void {
  stripe.events.push({ id: newId(stripe, 'evt'), type, object, objectId, userId });
}

export function note(stripe: Stripe, userId: number, what: EventSpec): void {
  stripe.history.push({ ...what, at: stripe.now, userId });
}

function findObject<Value>(objects: Map<string, Value>, id: string): Value {
  const object = objects.get(id);
  if (object === undefined) throw new Error(`Stripe has no "${id}"`);
  return object;
}
