import type Stripe from 'stripe';
import * as v from 'valibot';
import { findIntent, findSubscription, voidInvoice } from '#scripts/fakes/stripe/billing/invoices.ts';
import { chargeInvoice } from '#scripts/fakes/stripe/billing/renewals.ts';
import { settleAfterVoiding } from '#scripts/fakes/stripe/billing/subscriptions.ts';
import type { Call, Routes } from '#scripts/fakes/stripe/http/call.ts';
import { StripeFailure, stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { created, createListRoute, cursors, isListed, isSince, matchFields } from '#scripts/fakes/stripe/http/lists.ts';
import { createParameters, flag, text } from '#scripts/fakes/stripe/http/parameters.ts';
import type { StoredInvoice } from '#scripts/fakes/stripe/http/shapes.ts';
import { requireOwnMethod } from '#scripts/fakes/stripe/require-own-method.ts';

const ListParameters = createParameters<Stripe.InvoiceListParams>()({
  ...cursors,
  created,
  customer: v.optional(text),
  subscription: v.optional(text),
  status: v.optional(v.picklist(['draft', 'open', 'paid', 'uncollectible', 'void'])),
});
const VoidParameters = createParameters<Stripe.InvoiceVoidInvoiceParams>()({});
const PayParameters = createParameters<Stripe.InvoicePayParams>()({ payment_method: v.optional(text), off_session: v.optional(flag) });
const PaymentListParameters = createParameters<Stripe.InvoicePaymentListParams>()({
  ...cursors,
  invoice: v.optional(text),
  payment: v.optional(v.strictObject({ type: v.literal('payment_intent'), payment_intent: text })),
  status: v.optional(v.picklist(['canceled', 'open', 'paid'])),
});

function pay(call: Call): StoredInvoice {
  const { payment_method: methodId } = call.read(PayParameters);
  const { account } = call;
  const invoice = account.store.get('invoice', call.id);
  if (invoice.status === 'paid') throw stateFailure('invoice_already_paid', 'Invoice is already paid');
  if (invoice.status !== 'open') throw stateFailure('invoice_not_payable', `This invoice is ${invoice.status} and cannot be paid.`);
  if (methodId) requireOwnMethod(account, invoice.customer, methodId, 'payment_method');
  if (chargeInvoice(account, invoice, methodId) === 'failed') throw paymentFailure(call, invoice);
  return invoice;
}

function paymentFailure(call: Call, invoice: StoredInvoice): StripeFailure {
  const intent = findIntent(call.account, invoice);
  const error = intent?.last_payment_error;
  if (intent?.status === 'requires_action') {
    const message = 'This payment requires additional user action before it can be completed successfully.';
    return new StripeFailure(402, { type: 'card_error', code: 'invoice_payment_intent_requires_action', message });
  }
  if (!error) return stateFailure('resource_missing', 'There is no `default_payment_method` set on this Customer or Invoice.');
  const body = { type: 'card_error' as const, code: String(error.code), message: error.message ?? 'Your card was declined.' };
  return new StripeFailure(402, { ...body, ...(error.decline_code && { decline_code: error.decline_code }) });
}

export const invoiceRoutes: Routes = {
  'GET /v1/invoices': createListRoute(
    'invoice',
    ListParameters,
    (invoice, { subscription, ...query }) =>
      matchFields('customer', 'status')(invoice, query) &&
      isSince(invoice, query) &&
      (subscription !== undefined || isListed(invoice, query)) &&
      (!subscription || invoice.parent?.subscription_details?.subscription === subscription),
  ),
  'GET /v1/invoices/:id': (call) => call.account.store.get('invoice', call.id),
  'POST /v1/invoices/:id/void': (call) => {
    call.read(VoidParameters);
    const invoice = call.account.store.get('invoice', call.id);
    voidInvoice(call.account, invoice);
    const subscription = findSubscription(call.account, invoice);
    if (subscription) settleAfterVoiding(call.account, subscription);
    return invoice;
  },
  'POST /v1/invoices/:id/pay': pay,
  'GET /v1/invoice_payments': createListRoute(
    'invoice_payment',
    PaymentListParameters,
    ({ payment, ...fields }, { payment: parameters, ...query }) =>
      matchFields('invoice', 'status')(fields, query) && (!parameters || payment.payment_intent === parameters.payment_intent),
  ),
};
