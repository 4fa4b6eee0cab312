/** The payment provider as the product knows it: what can be asked of it, and how it fails. Product rules: Payments and memberships. */

import type { WalkKind } from '#schema/admin/ops.ts';
import type { OpenRenewalOutcome } from '#schema/memberships/payment-card.ts';
import type { RefundReason } from '#schema/orders/admin-refunds.ts';
import type { PaidTier } from '#schema/orders/order.ts';
import type { CardChangeFacts } from '#worker/domain/memberships/card-change.ts';
import type { News } from '#worker/domain/memberships/facts.ts';
import type { RenewalTerms } from '#worker/domain/memberships/renewal-notice.ts';
import type { OrderMark, OrderOrigin } from '#worker/domain/orders/order-mark.ts';

/** What a new payment is for. Everything in it comes from the order's row, so a repeated call says the same. */
export interface OrderToPay extends OrderOrigin {
  /** With the attempt it is what idempotency keys are made of. */
  reference: string;
  attempt: number;
  customerId: string;
  description: string;
}

/** A member who is to be a customer, for their first order: the keys are the order's, so that a refusal that is remembered there locks nobody out. */
export interface NewCustomer {
  userId: number;
  /** When they registered. */
  userCreatedAt: number;
  email: string;
  order: Pick<OrderToPay, 'reference' | 'attempt'>;
}

/** Who is asked for at the provider: by mark and address, and by what was made for them. */
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

/** What was made for an order; without a payment where nothing is due, since the customer's balance covers it. */
export interface PayableObject {
  paymentIntentId: string | null;
  subscriptionId: string | null;
  clientSecret: string | null;
  /** What is asked of the card, cents: the price less what the customer's balance pays. */
  dueCents: number;
}

/** An object as it is now; `clientSecret` only while it can be paid. */
export interface Reading {
  news: News;
  clientSecret: string | null;
  /** What its metadata says of its order; null for what is none of ours, or carries none. */
  mark: OrderMark | null;
  customerId: string | null;
}

/** What a signed event is about. Its ids only say what to read; nothing else of it is believed. */
export interface EventHint {
  id: string;
  type: string;
  object: 'subscription' | 'invoice' | 'intent' | 'dispute';
  objectId: string;
  subscriptionId: string | null;
  paymentIntentId: string | null;
  orderReference: string | null;
}

/** Where in what the provider has a walk goes on. */
export interface WalkFrom {
  /** UTC unix seconds: what was made before is left out; of subscriptions nothing is. */
  since: number;
  /** The object after which it goes on; null begins. */
  after: string | null;
  customer?: string | undefined;
  testClock?: string | undefined;
}

export interface WalkPage {
  scanned: number;
  /** Of those that may be ours; `id` is the listed object's. */
  hints: EventHint[];
  /** The object after which the next page begins; null at the end. */
  next: string | null;
}

export interface PaymentProvider {
  /** The one that they are already, by address and mark, else a new one. */
  customer(member: NewCustomer): Promise<string>;
  /** Every customer that they are: after a restore it may be more than one. */
  customersOf(member: ChargedMember): Promise<string[]>;
  /** What a customer has with the provider that pays for memberships, cents. */
  credit(customerId: string): Promise<number>;
  openCardPayment(order: OrderToPay): Promise<PayableObject>;
  /** `visitorAddress`: whence the member orders, for the tax of that place; used only where tax is on. */
  openMembership(order: OrderToPay & { tier: PaidTier; visitorAddress: string | null }): Promise<PayableObject>;
  /** The subscription that was made for an order, by the order's reference. Its answer may never have reached us. */
  membershipFor(customerId: string, reference: string): Promise<string | null>;
  read(object: EventHint['object'], id: string): Promise<Reading>;
  /** Cancels an unpaid payment. What was paid stays paid: read it afterwards. Answers a refusal, which may mean that it was done before. */
  cancelIntent(id: string): Promise<PaymentProviderError | null>;
  /** Voids what is still open and cancels at once, without proration. What was paid first stays: read it afterwards. Answers a refusal likewise. */
  endSubscription(id: string, unlessPaid: boolean): Promise<PaymentProviderError | null>;
  renewAutomatically(subscriptionId: string, renews: boolean): Promise<void>;
  renewalTerms(subscriptionId: string): Promise<RenewalTerms>;
  /** The secret with which the page gives another card. */
  openCardChange(subscriptionId: string, member: { userId: number; userCreatedAt: number }): Promise<string>;
  /** Whom a subscription is charged to. */
  customerOf(subscriptionId: string): Promise<string>;
  /** What came of it so far; undefined where there is none of that id. */
  cardChange(id: string): Promise<CardChangeFacts | undefined>;
  /** Charges all that comes to it, for the customer and these subscriptions. */
  chargeTo(customerId: string, subscriptionIds: string[], paymentMethodId: string): Promise<void>;
  /** Charges a renewal that is open to the new card now. */
  payOpenRenewal(subscriptionId: string, change: CardChangeFacts): Promise<OpenRenewalOutcome>;
  /** Notes that all of a change is done. */
  markApplied(change: CardChangeFacts): Promise<void>;
  /** All that is left of a payment; the same key refunds once. Answers a refusal likewise. */
  refund(paymentIntentId: string): Promise<PaymentProviderError | null>;
  /** Refunds a payment fully or partly, once however often it is called. Returns the refund's id, or Stripe's refusal. */
  refundOnce(refund: RefundInput): Promise<{ id: string } | PaymentProviderError>;
  /** Forgets who a customer was. What they paid stays; one that is gone already is no error. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Address of the provider's own receipt, if it has one. */
  receiptUrl(payment: { paymentIntentId: string | null; invoiceId: string | null }): Promise<string | null>;
  /** 'bad_signature' for what the provider did not send, or sent long ago; undefined for events that concern nothing of ours. */
  verify(body: string, signature: string): Promise<{ hint: EventHint | undefined } | 'bad_signature'>;
  /** An event that is still to be applied; by the id of an object that it would be about, where there never was one. */
  hint(eventId: string): Promise<EventHint | undefined>;
  /** Of an object itself, by its id; undefined where nothing of ours can be read of it. */
  hintOf(objectId: string): Promise<EventHint | undefined>;
  /** What a payment pays: itself, an order of cards; or the invoice of a membership. Undefined where it is not ours. */
  payerOf(paymentIntentId: string): Promise<EventHint | undefined>;
  /** A page of all that the provider has of a kind, newest first. */
  walk(kind: WalkKind, from: WalkFrom): Promise<WalkPage>;
  /** Rejects where nobody could buy now: our key is refused, the provider is not there, or memberships have no price. One call. */
  checkReadiness(): Promise<void>;
  /** Ids of the invoices of a membership that are paid, the first year's first. */
  paidInvoices(subscriptionId: string): Promise<string[]>;
}

/** The provider could not be asked, or refused. */
export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError';
  /** Whether it answered at all: without an answer the work may have been done. */
  readonly wasAnswered: boolean;
  /** What it does not have: an object that was asked for, or one that the call names. */
  readonly missing: 'customer' | 'object' | undefined;
  /** Whether any other call would have failed as well: `surely` where it refuses us or asks us to wait, `maybe` where it fails itself. */
  readonly outage: 'no' | 'maybe' | 'surely';

  constructor(message: string, wasAnswered: boolean, more: Partial<Pick<PaymentProviderError, 'missing' | 'outage'>> = {}) {
    super(message);
    this.wasAnswered = wasAnswered;
    this.missing = more.missing;
    this.outage = more.outage ?? 'no';
  }
}
