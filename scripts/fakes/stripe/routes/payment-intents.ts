import type Stripe from 'stripe';
import * as v from 'valibot';
import { getNow } from '#scripts/fakes/stripe/account.ts';
import { ConfirmParameters, confirmIntent } from '#scripts/fakes/stripe/billing/confirm-intent.ts';
import { cancelIntent, findInvoice } from '#scripts/fakes/stripe/billing/invoices.ts';
import { publish } from '#scripts/fakes/stripe/events.ts';
import type { Call, Routes } from '#scripts/fakes/stripe/http/call.ts';
import { badRequest, notFoundFailure, stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { created, createListRoute, cursors, isSince, matchFields } from '#scripts/fakes/stripe/http/lists.ts';
import {
  clearableText,
  createParameters,
  flag,
  integer,
  mergeMetadata,
  metadata,
  shipping,
  text,
} from '#scripts/fakes/stripe/http/parameters.ts';
import type { StoredPaymentIntent } from '#scripts/fakes/stripe/http/shapes.ts';
import { makePaymentIntent, publicPaymentIntent } from '#scripts/fakes/stripe/objects/payment-intent.ts';

const smallestAmountCents = 50;

const CreateParameters = createParameters<Stripe.PaymentIntentCreateParams>()({
  amount: integer,
  currency: text,
  customer: v.optional(text),
  allowed_payment_method_types: v.optional(v.array(v.literal('card'))),
  automatic_payment_methods: v.optional(v.strictObject({ enabled: flag, allow_redirects: v.optional(v.picklist(['always', 'never'])) })),
  description: v.optional(v.pipe(text, v.maxLength(1_000))),
  receipt_email: v.optional(clearableText),
  setup_future_usage: v.optional(v.picklist(['off_session', 'on_session'])),
  shipping: v.optional(shipping),
  metadata: v.optional(metadata),
});
const CancelParameters = createParameters<Stripe.PaymentIntentCancelParams>()({
  cancellation_reason: v.optional(v.picklist(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])),
});
const ListParameters = createParameters<Stripe.PaymentIntentListParams>()({ ...cursors, created, customer: v.optional(text) });
const PageReadParameters = createParameters<Stripe.PaymentIntentRetrieveParams & { key?: string }>()({
  client_secret: text,
  key: v.optional(text),
});

function requireAmount(amount: number): void {
  if (amount < smallestAmountCents) throw badRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
}

function toShipping(parameters: v.InferOutput<typeof shipping>): StoredPaymentIntent['shipping'] {
  return { carrier: null, phone: null, tracking_number: null, ...parameters };
}

function requirePageIntent(call: Call, secret: string | undefined): StoredPaymentIntent {
  const intent = call.account.store.get('payment_intent', call.id, 'intent');
  if (intent.client_secret !== secret) throw notFoundFailure('payment_intent', call.id, 'client_secret');
  return intent;
}

export const paymentIntentRoutes: Routes = {
  'POST /v1/payment_intents': (call) => {
    const { shipping: to, ...parameters } = call.read(CreateParameters);
    const { account } = call;
    requireAmount(parameters.amount);
    if (parameters.customer) account.store.get('customer', parameters.customer, 'customer');
    const customer = parameters.customer ?? null;
    const fields = { ...parameters, customer, metadata: mergeMetadata(null, parameters.metadata), shipping: to ? toShipping(to) : null };
    const intent = account.store.add('payment_intent', makePaymentIntent(fields, getNow(account, customer)));
    publish(account, 'payment_intent.created', intent);
    return intent;
  },
  'GET /v1/payment_intents': createListRoute(
    'payment_intent',
    ListParameters,
    (intent, query) => matchFields('customer')(intent, query) && isSince(intent, query),
  ),
  'GET /v1/payment_intents/:id': (call) => call.account.store.get('payment_intent', call.id, 'intent'),
  'POST /v1/payment_intents/:id/confirm': (call) => {
    const intent = call.account.store.get('payment_intent', call.id, 'intent');
    confirmIntent(call.account, intent, call.read(ConfirmParameters), (current) => current);
    return intent;
  },
  'POST /v1/payment_intents/:id/cancel': (call) => {
    const { cancellation_reason: reason } = call.read(CancelParameters);
    const { account } = call;
    const intent = account.store.get('payment_intent', call.id, 'intent');
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
      throw stateFailure('payment_intent_unexpected_state', message, { payment_intent: intent });
    }
    if (findInvoice(account, intent)) {
      throw stateFailure(
        'payment_intent_unexpected_state',
        'You cannot cancel this PaymentIntent because an invoice manages it; void the invoice instead.',
      );
    }
    cancelIntent(account, intent, reason ?? null);
    return intent;
  },
};

export const paymentIntentRoutesOfPages: Routes = {
  'GET /v1/payment_intents/:id': (call) => publicPaymentIntent(requirePageIntent(call, call.read(PageReadParameters).client_secret)),
  'POST /v1/payment_intents/:id/confirm': (call) => {
    const parameters = call.read(ConfirmParameters);
    const intent = requirePageIntent(call, parameters.client_secret);
    confirmIntent(call.account, intent, { ...parameters, off_session: false }, publicPaymentIntent);
    return publicPaymentIntent(intent);
  },
};
