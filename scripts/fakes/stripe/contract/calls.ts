/**
 * The fake's contract in the SDK's own types, which Stripe generates from the OpenAPI specification of the pinned version: the parameters
 * and response of each call, and the events. `schemas.ts` converts these types to JSON schemas.
 */
import type Stripe from 'stripe';

export interface Calls {
  'GET /v1/balance_transactions': { params: Stripe.BalanceTransactionListParams; answer: Stripe.ApiList<Stripe.BalanceTransaction> };
  'GET /v1/balance_transactions/:id': { params: Stripe.BalanceTransactionRetrieveParams; answer: Stripe.BalanceTransaction };
  'GET /v1/charges': { params: Stripe.ChargeListParams; answer: Stripe.ApiList<Stripe.Charge> };
  'GET /v1/charges/:id': { params: Stripe.ChargeRetrieveParams; answer: Stripe.Charge };
  'GET /v1/coupons/:id': { params: Stripe.CouponRetrieveParams; answer: Stripe.Coupon };
  'POST /v1/coupons': { params: Stripe.CouponCreateParams; answer: Stripe.Coupon };
  'DELETE /v1/customers/:id': { params: Stripe.CustomerDeleteParams; answer: Stripe.DeletedCustomer };
  'GET /v1/customers': { params: Stripe.CustomerListParams; answer: Stripe.ApiList<Stripe.Customer> };
  'GET /v1/customers/:id': { params: Stripe.CustomerRetrieveParams; answer: Stripe.Customer | Stripe.DeletedCustomer };
  'POST /v1/customers': { params: Stripe.CustomerCreateParams; answer: Stripe.Customer };
  'POST /v1/customers/:id': { params: Stripe.CustomerUpdateParams; answer: Stripe.Customer };
  'GET /v1/disputes': { params: Stripe.DisputeListParams; answer: Stripe.ApiList<Stripe.Dispute> };
  'GET /v1/disputes/:id': { params: Stripe.DisputeRetrieveParams; answer: Stripe.Dispute };
  'POST /v1/disputes/:id': { params: Stripe.DisputeUpdateParams; answer: Stripe.Dispute };
  'POST /v1/disputes/:id/close': { params: Stripe.DisputeCloseParams; answer: Stripe.Dispute };
  'GET /v1/events': { params: Stripe.EventListParams; answer: Stripe.ApiList<Events[keyof Events]> };
  'GET /v1/events/:id': { params: Stripe.EventRetrieveParams; answer: Events[keyof Events] };
  'GET /v1/invoice_payments': { params: Stripe.InvoicePaymentListParams; answer: Stripe.ApiList<Stripe.InvoicePayment> };
  'GET /v1/invoices': { params: Stripe.InvoiceListParams; answer: Stripe.ApiList<Stripe.Invoice> };
  'GET /v1/invoices/:id': { params: Stripe.InvoiceRetrieveParams; answer: Stripe.Invoice };
  'POST /v1/invoices/:id/pay': { params: Stripe.InvoicePayParams; answer: Stripe.Invoice };
  'POST /v1/invoices/:id/void': { params: Stripe.InvoiceVoidInvoiceParams; answer: Stripe.Invoice };
  'GET /v1/payment_intents': { params: Stripe.PaymentIntentListParams; answer: Stripe.ApiList<Stripe.PaymentIntent> };
  'GET /v1/payment_intents/:id': { params: Stripe.PaymentIntentRetrieveParams; answer: Stripe.PaymentIntent };
  'POST /v1/payment_intents': { params: Stripe.PaymentIntentCreateParams; answer: Stripe.PaymentIntent };
  'POST /v1/payment_intents/:id/cancel': { params: Stripe.PaymentIntentCancelParams; answer: Stripe.PaymentIntent };
  'POST /v1/payment_intents/:id/confirm': { params: Stripe.PaymentIntentConfirmParams; answer: Stripe.PaymentIntent };
  'GET /v1/payment_method_domains': { params: Stripe.PaymentMethodDomainListParams; answer: Stripe.ApiList<Stripe.PaymentMethodDomain> };
  'POST /v1/payment_method_domains': { params: Stripe.PaymentMethodDomainCreateParams; answer: Stripe.PaymentMethodDomain };
  'POST /v1/payment_method_domains/:id': { params: Stripe.PaymentMethodDomainUpdateParams; answer: Stripe.PaymentMethodDomain };
  'POST /v1/payment_method_domains/:id/validate': {
    params: Stripe.PaymentMethodDomainValidateParams;
    answer: Stripe.PaymentMethodDomain;
  };
  'GET /v1/payment_methods/:id': { params: Stripe.PaymentMethodRetrieveParams; answer: Stripe.PaymentMethod };
  'POST /v1/payment_methods/:id/attach': { params: Stripe.PaymentMethodAttachParams; answer: Stripe.PaymentMethod };
  'GET /v1/prices': { params: Stripe.PriceListParams; answer: Stripe.ApiList<Stripe.Price> };
  'GET /v1/prices/:id': { params: Stripe.PriceRetrieveParams; answer: Stripe.Price };
  'POST /v1/prices': { params: Stripe.PriceCreateParams; answer: Stripe.Price };
  'POST /v1/prices/:id': { params: Stripe.PriceUpdateParams; answer: Stripe.Price };
  'GET /v1/products/:id': { params: Stripe.ProductRetrieveParams; answer: Stripe.Product };
  'POST /v1/products': { params: Stripe.ProductCreateParams; answer: Stripe.Product };
  'POST /v1/products/:id': { params: Stripe.ProductUpdateParams; answer: Stripe.Product };
  'GET /v1/refunds': { params: Stripe.RefundListParams; answer: Stripe.ApiList<Stripe.Refund> };
  'GET /v1/refunds/:id': { params: Stripe.RefundRetrieveParams; answer: Stripe.Refund };
  'POST /v1/refunds': { params: Stripe.RefundCreateParams; answer: Stripe.Refund };
  'GET /v1/setup_intents/:id': { params: Stripe.SetupIntentRetrieveParams; answer: Stripe.SetupIntent };
  'POST /v1/setup_intents': { params: Stripe.SetupIntentCreateParams; answer: Stripe.SetupIntent };
  'POST /v1/setup_intents/:id': { params: Stripe.SetupIntentUpdateParams; answer: Stripe.SetupIntent };
  'POST /v1/setup_intents/:id/confirm': { params: Stripe.SetupIntentConfirmParams; answer: Stripe.SetupIntent };
  'DELETE /v1/subscriptions/:id': { params: Stripe.SubscriptionCancelParams; answer: Stripe.Subscription };
  'GET /v1/subscriptions': { params: Stripe.SubscriptionListParams; answer: Stripe.ApiList<Stripe.Subscription> };
  'GET /v1/subscriptions/:id': { params: Stripe.SubscriptionRetrieveParams; answer: Stripe.Subscription };
  'POST /v1/subscriptions': { params: Stripe.SubscriptionCreateParams; answer: Stripe.Subscription };
  'POST /v1/subscriptions/:id': { params: Stripe.SubscriptionUpdateParams; answer: Stripe.Subscription };
  'DELETE /v1/test_helpers/test_clocks/:id': {
    params: Stripe.TestHelpers.TestClockDeleteParams;
    answer: Stripe.TestHelpers.DeletedTestClock;
  };
  'GET /v1/test_helpers/test_clocks/:id': { params: Stripe.TestHelpers.TestClockRetrieveParams; answer: Stripe.TestHelpers.TestClock };
  'POST /v1/test_helpers/test_clocks': { params: Stripe.TestHelpers.TestClockCreateParams; answer: Stripe.TestHelpers.TestClock };
  'POST /v1/test_helpers/test_clocks/:id/advance': {
    params: Stripe.TestHelpers.TestClockAdvanceParams;
    answer: Stripe.TestHelpers.TestClock;
  };
  'DELETE /v1/webhook_endpoints/:id': { params: Stripe.WebhookEndpointDeleteParams; answer: Stripe.DeletedWebhookEndpoint };
  'GET /v1/webhook_endpoints': { params: Stripe.WebhookEndpointListParams; answer: Stripe.ApiList<Stripe.WebhookEndpoint> };
  'GET /v1/webhook_endpoints/:id': { params: Stripe.WebhookEndpointRetrieveParams; answer: Stripe.WebhookEndpoint };
  'POST /v1/webhook_endpoints': { params: Stripe.WebhookEndpointCreateParams; answer: Stripe.WebhookEndpoint };
  'POST /v1/webhook_endpoints/:id': { params: Stripe.WebhookEndpointUpdateParams; answer: Stripe.WebhookEndpoint };
}

export interface Events {
  'charge.dispute.closed': Stripe.ChargeDisputeClosedEvent;
  'charge.dispute.created': Stripe.ChargeDisputeCreatedEvent;
  'charge.dispute.funds_reinstated': Stripe.ChargeDisputeFundsReinstatedEvent;
  'charge.dispute.funds_withdrawn': Stripe.ChargeDisputeFundsWithdrawnEvent;
  'charge.dispute.updated': Stripe.ChargeDisputeUpdatedEvent;
  'charge.failed': Stripe.ChargeFailedEvent;
  'charge.refunded': Stripe.ChargeRefundedEvent;
  'charge.succeeded': Stripe.ChargeSucceededEvent;
  'customer.deleted': Stripe.CustomerDeletedEvent;
  'customer.subscription.created': Stripe.CustomerSubscriptionCreatedEvent;
  'customer.subscription.deleted': Stripe.CustomerSubscriptionDeletedEvent;
  'customer.subscription.updated': Stripe.CustomerSubscriptionUpdatedEvent;
  'invoice.created': Stripe.InvoiceCreatedEvent;
  'invoice.finalized': Stripe.InvoiceFinalizedEvent;
  'invoice.paid': Stripe.InvoicePaidEvent;
  'invoice.payment_action_required': Stripe.InvoicePaymentActionRequiredEvent;
  'invoice.payment_failed': Stripe.InvoicePaymentFailedEvent;
  'invoice.voided': Stripe.InvoiceVoidedEvent;
  'payment_intent.canceled': Stripe.PaymentIntentCanceledEvent;
  'payment_intent.created': Stripe.PaymentIntentCreatedEvent;
  'payment_intent.payment_failed': Stripe.PaymentIntentPaymentFailedEvent;
  'payment_intent.requires_action': Stripe.PaymentIntentRequiresActionEvent;
  'payment_intent.succeeded': Stripe.PaymentIntentSucceededEvent;
  'refund.created': Stripe.RefundCreatedEvent;
  'refund.failed': Stripe.RefundFailedEvent;
  'refund.updated': Stripe.RefundUpdatedEvent;
}

export interface Refusal {
  error: Stripe.StripeRawError;
}
