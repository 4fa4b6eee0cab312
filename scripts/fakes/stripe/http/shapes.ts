/** Stripe's published types, as the fake keeps them: `tsc` refuses an object that lacks a field, the contract one with a field too many. */
import type Stripe from 'stripe';

/**
 * An object of the SDK as it goes over the wire without expansions: related objects are ids, decimals are strings.
 * Fields that Stripe fills only on request (`payments`, `confirmation_secret`, `refunds`) are optional in the SDK's own types.
 */
export type Kept<Value> = Value extends Stripe.Decimal
  ? string
  : Value extends (infer Element)[]
    ? KeptField<Element>[]
    : Value extends object
      ? { [Key in keyof Value]: KeptField<Value[Key]> }
      : Value;

type KeptField<Value> = [string] extends [Value] ? Exclude<Value, object> : Kept<Value>;

export type KeptCustomer = Kept<Stripe.Customer>;
export type KeptProduct = Kept<Stripe.Product>;
export type KeptPrice = Kept<Stripe.Price>;
export type KeptCoupon = Kept<Stripe.Coupon>;
export type KeptDiscount = Kept<Stripe.Discount>;
export type KeptPaymentMethod = Kept<Stripe.PaymentMethod>;
export type KeptPaymentIntent = Kept<Stripe.PaymentIntent>;
export type KeptSetupIntent = Kept<Stripe.SetupIntent>;
export type KeptCharge = Kept<Stripe.Charge>;
export type KeptRefund = Kept<Stripe.Refund>;
export type KeptDispute = Kept<Stripe.Dispute>;
export type KeptSubscription = Kept<Stripe.Subscription>;
export type KeptSubscriptionItem = Kept<Stripe.SubscriptionItem>;
export type KeptInvoice = Kept<Stripe.Invoice>;
export type KeptInvoiceLine = Kept<Stripe.InvoiceLineItem>;
export type KeptInvoicePayment = Kept<Stripe.InvoicePayment>;
export type KeptWebhookEndpoint = Kept<Stripe.WebhookEndpoint>;
export type KeptPaymentMethodDomain = Kept<Stripe.PaymentMethodDomain>;
export type KeptTestClock = Kept<Stripe.TestHelpers.TestClock>;

export interface KeptEvent extends Kept<Omit<Stripe.EventBase, 'data' | 'type'>> {
  type: string;
  data: { object: WireObject; previous_attributes?: Record<string, unknown> };
}

/** Any object of an answer. */
export interface WireObject {
  object: string;
  [field: string]: unknown;
}

/** What the fake keeps, by Stripe's own names in `object`. */
export interface Shapes {
  customer: KeptCustomer;
  product: KeptProduct;
  price: KeptPrice;
  coupon: KeptCoupon;
  discount: KeptDiscount;
  payment_method: KeptPaymentMethod;
  payment_intent: KeptPaymentIntent;
  setup_intent: KeptSetupIntent;
  charge: KeptCharge;
  refund: KeptRefund;
  dispute: KeptDispute;
  subscription: KeptSubscription;
  invoice: KeptInvoice;
  invoice_payment: KeptInvoicePayment;
  webhook_endpoint: KeptWebhookEndpoint;
  payment_method_domain: KeptPaymentMethodDomain;
  event: KeptEvent;
  'test_helpers.test_clock': KeptTestClock;
}
export type Kind = keyof Shapes;
