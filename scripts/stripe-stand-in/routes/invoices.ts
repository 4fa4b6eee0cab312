import type Stripe from 'stripe';
import * as v from 'valibot';
import { intentOf, subscriptionOf, voidInvoice } from '#scripts/stripe-stand-in/billing/invoicing.ts';
import { chargeInvoice } from '#scripts/stripe-stand-in/billing/renewing.ts';
import { settleAfterVoiding } from '#scripts/stripe-stand-in/billing/subscribing.ts';
import type { Call, Route } from '#scripts/stripe-stand-in/call.ts';
import { refused, StripeFailure } from '#scripts/stripe-stand-in/errors.ts';
import { cursors, pageOf } from '#scripts/stripe-stand-in/lists.ts';
import { flag, parametersOf, text } from '#scripts/stripe-stand-in/parameters.ts';
import type { KeptInvoice } from '#scripts/stripe-stand-in/shapes.ts';

const ListParameters = parametersOf<Stripe.InvoiceListParams>()({
  ...cursors,
  customer: v.optional(text),
  subscription: v.optional(text),
  status: v.optional(v.picklist(['draft', 'open', 'paid', 'uncollectible', 'void'])),
});
const VoidParameters = parametersOf<Stripe.InvoiceVoidInvoiceParams>()({});
const PayParameters = parametersOf<Stripe.InvoicePayParams>()({ payment_method: v.optional(text), off_session: v.optional(flag) });
const PaymentListParameters = parametersOf<Stripe.InvoicePaymentListParams>()({
  ...cursors,
  invoice: v.optional(text),
  payment: v.optional(v.strictObject({ type: v.literal('payment_intent'), payment_intent: text })),
  status: v.optional(v.picklist(['canceled', 'open', 'paid'])),
});

function pay(call: Call): KeptInvoice {
  const { payment_method: methodId } = call.read(PayParameters);
  const { account } = call;
  const invoice = account.store.get('invoice', call.id);
  if (invoice.status === 'paid') throw refused('invoice_already_paid', 'Invoice is already paid');
  if (invoice.status !== 'open') throw refused('invoice_not_payable', `This invoice is ${invoice.status} and cannot be paid.`);
  if (methodId) account.store.get('payment_method', methodId, 'payment_method');
  if (chargeInvoice(account, invoice, methodId) === 'failed') throw failedPayment(call, invoice);
  return invoice;
}

function failedPayment(call: Call, invoice: KeptInvoice): StripeFailure {
  const intent = intentOf(call.account, invoice);
  const error = intent?.last_payment_error;
  if (intent?.status === 'requires_action') {
    const message = 'This payment requires additional user action before it can be completed successfully.';
    return new StripeFailure(402, { type: 'card_error', code: 'invoice_payment_intent_requires_action', message });
  }
  if (!error) return refused('resource_missing', 'There is no `default_payment_method` set on this Customer or Invoice.');
  const body = { type: 'card_error' as const, code: String(error.code), message: error.message ?? 'Your card was declined.' };
  return new StripeFailure(402, { ...body, ...(error.decline_code && { decline_code: error.decline_code }) });
}

export const invoiceRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/invoices',
    answer: (call) => {
      const { customer, subscription, status, ...page } = call.read(ListParameters);
      const fitting = call.account.store
        .all('invoice')
        .filter((invoice) => (!customer || invoice.customer === customer) && (!status || invoice.status === status))
        .filter((invoice) => !subscription || invoice.parent?.subscription_details?.subscription === subscription);
      return pageOf(call, fitting, page);
    },
  },
  { method: 'GET', path: '/v1/invoices/:id', answer: (call) => call.account.store.get('invoice', call.id) },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    answer: (call) => {
      call.read(VoidParameters);
      const invoice = call.account.store.get('invoice', call.id);
      voidInvoice(call.account, invoice);
      const subscription = subscriptionOf(call.account, invoice);
      if (subscription) settleAfterVoiding(call.account, subscription);
      return invoice;
    },
  },
  { method: 'POST', path: '/v1/invoices/:id/pay', answer: pay },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    answer: (call) => {
      const { invoice, payment, status, ...page } = call.read(PaymentListParameters);
      const fitting = call.account.store
        .all('invoice_payment')
        .filter((candidate) => (!invoice || candidate.invoice === invoice) && (!status || candidate.status === status))
        .filter((candidate) => !payment || candidate.payment.payment_intent === payment.payment_intent);
      return pageOf(call, fitting, page);
    },
  },
  { method: 'GET', path: '/v1/invoice_payments/:id', answer: (call) => call.account.store.get('invoice_payment', call.id) },
];
