import type Stripe from 'stripe';

/**
 * An SDK object as the API returns it without expansions: related objects are ids, and decimals are strings. Fields that Stripe returns
 * only on request (`payments`, `confirmation_secret`, `refunds`) are already optional in the SDK's types.
 */
export type Stored<Value> = Value extends Stripe.Decimal
  ? string
  : Value extends (infer Element)[]
    ? StoredField<Element>[]
    : Value extends object
      ? { [Key in keyof Value]: StoredField<Value[Key]> }
      : Value;

type StoredField<Value> = [string] extends [Value] ? Exclude<Value, object> : Stored<Value>;

export type StoredCustomer = Stored<Stripe.Customer>;
export type StoredProduct = Stored<Stripe.Product>;
export type StoredPrice = Stored<Stripe.Price>;
export type StoredCoupon = Stored<Stripe.Coupon>;
export type StoredDiscount = Stored<Stripe.Discount>;
export type StoredPaymentMethod = Stored<Stripe.PaymentMethod>;
export type StoredPaymentIntent = Stored<Stripe.PaymentIntent>;
export type StoredSetupIntent = Stored<Stripe.SetupIntent>;
export type StoredCharge = Stored<Stripe.Charge>;
export type StoredRefund = Stored<Stripe.Refund>;
export type StoredBalanceTransaction = Stored<Stripe.BalanceTransaction>;
export type StoredDispute = Stored<Stripe.Dispute>;
export type StoredSubscription = Stored<Stripe.Subscription>;
export type StoredSubscriptionItem = Stored<Stripe.SubscriptionItem>;
export type StoredInvoice = Stored<Stripe.Invoice>;
export type StoredInvoiceLine = Stored<Stripe.InvoiceLineItem>;
export type StoredInvoicePayment = Stored<Stripe.InvoicePayment>;
export type StoredWebhookEndpoint = Stored<Stripe.WebhookEndpoint>;
export type StoredPaymentMethodDomain = Stored<Stripe.PaymentMethodDomain>;
export type StoredTestClock = Stored<Stripe.TestHelpers.TestClock>;

export interface StoredEvent extends Stored<Omit<Stripe.EventBase, 'data' | 'type'>> {
  type: string;
  data: { object: WireObject; previous_attributes?: Record<string, unknown> };
}

export interface WireObject {
  object: string;
  [field: string]: unknown;
}

export interface Shapes {
  customer: StoredCustomer;
  product: StoredProduct;
  price: StoredPrice;
  coupon: StoredCoupon;
  discount: StoredDiscount;
  payment_method: StoredPaymentMethod;
  payment_intent: StoredPaymentIntent;
  setup_intent: StoredSetupIntent;
  charge: StoredCharge;
  refund: StoredRefund;
  dispute: StoredDispute;
  balance_transaction: StoredBalanceTransaction;
  subscription: StoredSubscription;
  invoice: StoredInvoice;
  invoice_payment: StoredInvoicePayment;
  webhook_endpoint: StoredWebhookEndpoint;
  payment_method_domain: StoredPaymentMethodDomain;
  event: StoredEvent;
  'test_helpers.test_clock': StoredTestClock;
}
export type Kind = keyof Shapes;
