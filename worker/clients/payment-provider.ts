/** Interface of the payment provider. Product rules: Payments and memberships. */

import type { WalkKind } from '#schema/admin/ops.ts';
import type { DisputeAnswer, Evidence } from '#schema/disputes/dispute.ts';
import type { OpenRenewalOutcome } from '#schema/memberships/payment-card.ts';
import type { RefundReason } from '#schema/orders/admin-refunds.ts';
import type { PaidTier } from '#schema/orders/order.ts';
import type { CardChangeFacts } from '#worker/domain/memberships/card-change.ts';
import type { BalanceTransaction, DisputeFacts, News, RefundOutcome } from '#worker/domain/memberships/facts.ts';
import type { RenewalTerms } from '#worker/domain/memberships/renewal-notice.ts';
import type { OrderMark, OrderOrigin } from '#worker/domain/orders/order-mark.ts';

/** An order to be paid. All values come from its database row, which makes retries identical. */
export interface OrderToPay extends OrderOrigin {
  reference: string;
  attempt: number;
  customerId: string;
  description: string;
}

/**
 * A customer to be created for a member's first order. The idempotency key contains the order's reference, because Stripe would otherwise
 * repeat an earlier error for every later order of the member.
 */
export interface NewCustomer {
  userId: number;
  userCreatedAt: number;
  email: string;
  order: Pick<OrderToPay, 'reference' | 'attempt'>;
}

/**
 * Data for finding a member's customer records at the provider: by our metadata, by email address, and by known subscriptions and payments.
 */
export interface ChargedMember extends Omit<NewCustomer, 'order'> {
  subscriptionIds: string[];
  paymentIntentIds: string[];
}

/** A refund recorded in the database. Only `attempt` changes between attempts. */
export interface RefundInput {
  reference: string;
  attempt: number;
  orderReference: string;
  paymentIntentId: string;
  amountCents: number;
  reason: RefundReason;
}

/** A response to a dispute, as recorded in the database. Only `attempt` changes between attempts. */
export interface DisputeAnswerInput {
  id: string;
  reference: string;
  attempt: number;
  kind: DisputeAnswer;
  /** Evidence text, keyed by Stripe's field names; empty if the dispute is accepted. */
  evidence: Partial<Evidence>;
}

/** A payment or subscription created at the provider for an order. It has no PaymentIntent if the customer's balance covers the price. */
export interface PayableObject {
  paymentIntentId: string | null;
  subscriptionId: string | null;
  clientSecret: string | null;
  /** Cents charged to the card, which is the price minus the customer's balance. */
  dueCents: number;
}

/** Current state of an object at the provider. `clientSecret` is set only while the object can be paid. */
export interface Reading {
  news: News;
  clientSecret: string | null;
  /** Our metadata on the object; null if there is none. */
  mark: OrderMark | null;
  customerId: string | null;
  /** Details of a dispute; undefined for other objects. */
  dispute?: DisputeFacts;
}

/**
 * Object that a signed event refers to. Only its ids are used, to read the object from the provider; the rest of the event is not trusted.
 */
export interface EventHint {
  id: string;
  type: string;
  object: 'subscription' | 'invoice' | 'intent' | 'dispute';
  objectId: string;
  subscriptionId: string | null;
  paymentIntentId: string | null;
  orderReference: string | null;
}

export interface WalkStart {
  /** Start of the range in Unix seconds (UTC). Older objects are skipped, except for subscriptions. */
  since: number;
  /** Id of the last object already read; null starts from the beginning. */
  after: string | null;
  customer?: string | undefined;
  testClock?: string | undefined;
}

export interface WalkPage {
  scanned: number;
  /** References to the listed objects that may belong to us. `id` is the object's own id because there is no event. */
  hints: EventHint[];
  /** Cursor for the next page: the id of this page's last object, or null at the end of the list. */
  next: string | null;
}

export interface BalancePage {
  transactions: BalanceTransaction[];
  /** Cursor for the next page: the id of this page's last balance transaction, or null at the end of the range. */
  next: string | null;
}

export interface PaymentProvider {
  /** Returns the existing customer with this email address and our metadata, or creates one. */
  customer(member: NewCustomer): Promise<string>;
  /** Returns the ids of all the member's customer records. A database restore may have left several of them. */
  findCustomers(member: ChargedMember): Promise<string[]>;
  /** Returns the customer's credit balance in cents, which is used to pay for memberships. */
  credit(customerId: string): Promise<number>;
  openCardPayment(order: OrderToPay): Promise<PayableObject>;
  /** Creates a subscription for an order. If tax is enabled, `visitorAddress` (the buyer's network address) determines the local tax. */
  openMembership(order: OrderToPay & { tier: PaidTier; visitorAddress: string | null }): Promise<PayableObject>;
  /** Finds a subscription by its order's reference, in case the response to the creation request was lost. */
  membershipFor(customerId: string, reference: string): Promise<string | null>;
  read(object: EventHint['object'], id: string): Promise<Reading>;
  /**
   * Cancels an unpaid PaymentIntent but leaves a paid one unchanged, so read the PaymentIntent again afterward. Returns an error if the
   * provider refused to cancel it, possibly because it was already canceled.
   */
  cancelIntent(id: string): Promise<PaymentProviderError | null>;
  /**
   * Voids the open invoice and cancels the subscription immediately, without proration. `unlessPaid` leaves a subscription active if it has
   * just been paid, so read it again afterward. Returns errors as `cancelIntent` does.
   */
  endSubscription(id: string, unlessPaid: boolean): Promise<PaymentProviderError | null>;
  renewAutomatically(subscriptionId: string, renews: boolean): Promise<void>;
  renewalTerms(subscriptionId: string): Promise<RenewalTerms>;
  /** Returns the client secret that the page needs to submit a new card. */
  openCardChange(subscriptionId: string, member: { userId: number; userCreatedAt: number }): Promise<string>;
  findCustomer(subscriptionId: string): Promise<string>;
  /** Returns the current state of a card change; undefined if unknown. */
  cardChange(id: string): Promise<CardChangeFacts | undefined>;
  /** Makes the card the default for the customer and these subscriptions. */
  changePaymentMethod(customerId: string, subscriptionIds: string[], paymentMethodId: string): Promise<void>;
  payOpenRenewal(subscriptionId: string, change: CardChangeFacts): Promise<OpenRenewalOutcome>;
  markApplied(change: CardChangeFacts): Promise<void>;
  /** Refunds the remaining amount of a payment, once per idempotency key. Returns errors as `cancelIntent` does. */
  refund(paymentIntentId: string): Promise<PaymentProviderError | null>;
  /** Refunds a payment in full or in part, idempotently. Returns the refund or the provider's error. */
  refundOnce(refund: RefundInput): Promise<RefundOutcome | PaymentProviderError>;
  /** Submits evidence or accepts the dispute, idempotently. Returns errors as `cancelIntent` does. */
  answerDispute(answer: DisputeAnswerInput): Promise<PaymentProviderError | null>;
  /** Removes personal data from a customer; payments remain. Succeeds if the customer is already gone. */
  deleteCustomer(customerId: string): Promise<void>;
  receiptUrl(payment: { paymentIntentId: string | null; invoiceId: string | null }): Promise<string | null>;
  /**
   * Verifies a webhook's signature. Returns 'bad_signature' if the signature is forged or too old. `hint` is undefined for events that do
   * not concern us.
   */
  verify(body: string, signature: string): Promise<{ hint: EventHint | undefined } | 'bad_signature'>;
  /** Returns the object that a pending event refers to. Also accepts the id of an object that had no event. */
  hint(eventId: string): Promise<EventHint | undefined>;
  /** Returns a reference to the object with this id; undefined if the object is not ours. */
  fetchHint(objectId: string): Promise<EventHint | undefined>;
  /** Finds the purchase that a payment was for: a card order or a membership invoice. Returns undefined if the payment is not ours. */
  findPayer(paymentIntentId: string): Promise<EventHint | undefined>;
  /** Returns one page of the provider's objects of the given kind, newest first. */
  walk(kind: WalkKind, from: WalkStart): Promise<WalkPage>;
  /**
   * Rejects if purchases are impossible because the key is invalid, the provider is unreachable, or a price is missing. Makes only one API
   * call.
   */
  checkReadiness(): Promise<void>;
  paidInvoices(subscriptionId: string): Promise<string[]>;
  /** Returns one page of our balance transactions in a half-open range of Unix seconds. `after` is the last transaction already read. */
  balanceTransactions(range: { from: number; until: number }, after: string | null): Promise<BalancePage>;
}

export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError';
  /** False if there was no response, so the operation may have been performed. */
  readonly hasResponse: boolean;
  readonly missing: 'customer' | 'object' | undefined;
  /**
   * Whether other calls would fail too: `surely` for a bad key or rate limit, `maybe` for a server error, missing permission or no
   * response.
   */
  readonly outage: 'no' | 'maybe' | 'surely';

  constructor(message: string, hasResponse: boolean, details: Partial<Pick<PaymentProviderError, 'missing' | 'outage'>> = {}) {
    super(message);
    this.hasResponse = hasResponse;
    this.missing = details.missing;
    this.outage = details.outage ?? 'no';
  }
}
