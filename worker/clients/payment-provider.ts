/** Product rules: Payments and memberships. */

import type { WalkKind } from '#schema/admin/ops.ts';
import type { OpenRenewalOutcome } from '#schema/memberships/payment-card.ts';
import type { RefundReason } from '#schema/orders/admin-refunds.ts';
import type { PaidTier } from '#schema/orders/order.ts';
import type { CardChangeFacts } from '#worker/domain/memberships/card-change.ts';
import type { News } from '#worker/domain/memberships/facts.ts';
import type { RenewalTerms } from '#worker/domain/memberships/renewal-notice.ts';
import type { OrderMark, OrderOrigin } from '#worker/domain/orders/order-mark.ts';

/** All values come from the order's row, so that retries are identical. */
export interface OrderToPay extends OrderOrigin {
  reference: string;
  attempt: number;
  customerId: string;
  description: string;
}

/** A new customer for a first order. The idempotency key belongs to the order, so that a refusal cached by Stripe locks nobody out. */
export interface NewCustomer {
  userId: number;
  userCreatedAt: number;
  email: string;
  order: Pick<OrderToPay, 'reference' | 'attempt'>;
}

/** How a customer is found at the provider: by mark, address and the member's own objects. */
export interface ChargedMember extends Omit<NewCustomer, 'order'> {
  subscriptionIds: string[];
  paymentIntentIds: string[];
}

/** A recorded refund. Only `attempt` changes between tries. */
export interface RefundInput {
  reference: string;
  attempt: number;
  orderReference: string;
  paymentIntentId: string;
  amountCents: number;
  reason: RefundReason;
}

/** Created for an order; without a payment if the customer's balance covers it. */
export interface PayableObject {
  paymentIntentId: string | null;
  subscriptionId: string | null;
  clientSecret: string | null;
  /** Cents charged to the card: the price less the customer's balance. */
  dueCents: number;
}

/** `clientSecret` only while it can be paid. */
export interface Reading {
  news: News;
  clientSecret: string | null;
  /** From its metadata; null if it has none. */
  mark: OrderMark | null;
  customerId: string | null;
}

/** The subject of a signed event. Its ids select what to read; nothing else in the event is trusted. */
export interface EventHint {
  id: string;
  type: string;
  object: 'subscription' | 'invoice' | 'intent' | 'dispute';
  objectId: string;
  subscriptionId: string | null;
  paymentIntentId: string | null;
  orderReference: string | null;
}

/** Where a walk over the provider's objects continues. */
export interface WalkStart {
  /** Unix seconds (UTC): skips older objects, except subscriptions. */
  since: number;
  /** Continues after this object; null starts. */
  after: string | null;
  customer?: string | undefined;
  testClock?: string | undefined;
}

export interface WalkPage {
  scanned: number;
  /** Objects that may be ours; `id` is the listed object's. */
  hints: EventHint[];
  /** The last object of the page; null at the end. */
  next: string | null;
}

export interface PaymentProvider {
  /** The existing customer by address and mark, else a new one. */
  customer(member: NewCustomer): Promise<string>;
  /** There may be several after a restore. */
  findCustomers(member: ChargedMember): Promise<string[]>;
  /** Customer balance that pays for memberships, in cents. */
  credit(customerId: string): Promise<number>;
  openCardPayment(order: OrderToPay): Promise<PayableObject>;
  /** `visitorAddress`: network address of the buyer, for local tax; used only if tax is on. */
  openMembership(order: OrderToPay & { tier: PaidTier; visitorAddress: string | null }): Promise<PayableObject>;
  /** The subscription for an order's reference: the response that created it may have been lost. */
  membershipFor(customerId: string, reference: string): Promise<string | null>;
  read(object: EventHint['object'], id: string): Promise<Reading>;
  /** Cancels an unpaid payment. A paid one stays, so read it afterwards. Returns a refusal, which may mean it was already cancelled. */
  cancelIntent(id: string): Promise<PaymentProviderError | null>;
  /**
   * Voids the open invoice and cancels at once, without proration. A payment made first stays, so read it afterwards. Returns a
   * refusal likewise.
   */
  endSubscription(id: string, unlessPaid: boolean): Promise<PaymentProviderError | null>;
  renewAutomatically(subscriptionId: string, renews: boolean): Promise<void>;
  renewalTerms(subscriptionId: string): Promise<RenewalTerms>;
  /** Secret that lets the page submit another card. */
  openCardChange(subscriptionId: string, member: { userId: number; userCreatedAt: number }): Promise<string>;
  findCustomer(subscriptionId: string): Promise<string>;
  /** Current state; undefined if unknown. */
  cardChange(id: string): Promise<CardChangeFacts | undefined>;
  /** Makes the card the default for the customer and these subscriptions. */
  changePaymentMethod(customerId: string, subscriptionIds: string[], paymentMethodId: string): Promise<void>;
  payOpenRenewal(subscriptionId: string, change: CardChangeFacts): Promise<OpenRenewalOutcome>;
  markApplied(change: CardChangeFacts): Promise<void>;
  /** Refunds the rest of a payment; the same key refunds once. Returns a refusal likewise. */
  refund(paymentIntentId: string): Promise<PaymentProviderError | null>;
  /** Refunds a payment in full or part, idempotently. Returns the refund's id, or Stripe's refusal. */
  refundOnce(refund: RefundInput): Promise<{ id: string } | PaymentProviderError>;
  /** Erases a customer's identity; payments stay. Succeeds if already gone. */
  deleteCustomer(customerId: string): Promise<void>;
  receiptUrl(payment: { paymentIntentId: string | null; invoiceId: string | null }): Promise<string | null>;
  /** 'bad_signature' if forged or too old; undefined for events that do not concern us. */
  verify(body: string, signature: string): Promise<{ hint: EventHint | undefined } | 'bad_signature'>;
  /** For a pending event, or for an object's id if there was no event. */
  hint(eventId: string): Promise<EventHint | undefined>;
  /** For an object; undefined if it is not ours. */
  fetchHint(objectId: string): Promise<EventHint | undefined>;
  /** What a payment pays: a card order, or a membership invoice. Undefined if not ours. */
  findPayer(paymentIntentId: string): Promise<EventHint | undefined>;
  /** One page of the provider's objects of a kind, newest first. */
  walk(kind: WalkKind, from: WalkStart): Promise<WalkPage>;
  /** Rejects if nobody could buy now: key refused, provider unreachable, or no price. One call. */
  checkReadiness(): Promise<void>;
  paidInvoices(subscriptionId: string): Promise<string[]>;
}

export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError';
  /** False: no response, so the operation may have happened. */
  readonly wasAnswered: boolean;
  readonly missing: 'customer' | 'object' | undefined;
  /** Whether other calls would fail too: `surely` if it refuses our key or asks to wait, `maybe` if it has an error. */
  readonly outage: 'no' | 'maybe' | 'surely';

  constructor(message: string, wasAnswered: boolean, details: Partial<Pick<PaymentProviderError, 'missing' | 'outage'>> = {}) {
    super(message);
    this.wasAnswered = wasAnswered;
    this.missing = details.missing;
    this.outage = details.outage ?? 'no';
  }
}
