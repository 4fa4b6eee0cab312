import type Stripe from 'stripe';
import * as v from 'valibot';
import { nowOf } from '#scripts/stripe-stand-in/account.ts';
import { ConfirmParameters, confirmIntent } from '#scripts/stripe-stand-in/billing/confirming.ts';
import { cancelIntent, invoiceOf } from '#scripts/stripe-stand-in/billing/invoicing.ts';
import type { Call, Route } from '#scripts/stripe-stand-in/call.ts';
import { badRequest, noSuch, refused } from '#scripts/stripe-stand-in/errors.ts';
import { publish } from '#scripts/stripe-stand-in/events.ts';
import { cursors, pageOf } from '#scripts/stripe-stand-in/lists.ts';
import { makePaymentIntent, publicPaymentIntent } from '#scripts/stripe-stand-in/objects/payment-intent.ts';
import {
  clearableText,
  flag,
  integer,
  mergeMetadata,
  metadata,
  parametersOf,
  shipping,
  text,
} from '#scripts/stripe-stand-in/parameters.ts';
import type { KeptPaymentIntent } from '#scripts/stripe-stand-in/shapes.ts';

const smallestAmountCents = 50;

const CreateParameters = parametersOf<Stripe.PaymentIntentCreateParams>()({
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
const UpdateParameters = parametersOf<Stripe.PaymentIntentUpdateParams>()({
  amount: v.optional(integer),
  description: v.optional(clearableText),
  receipt_email: v.optional(clearableText),
  shipping: v.optional(v.union([v.literal(''), shipping])),
  metadata: v.optional(metadata),
});
const CancelParameters = parametersOf<Stripe.PaymentIntentCancelParams>()({
  cancellation_reason: v.optional(v.picklist(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])),
});
const ListParameters = parametersOf<Stripe.PaymentIntentListParams>()({ ...cursors, customer: v.optional(text) });
const PageReadParameters = parametersOf<Stripe.PaymentIntentRetrieveParams & { key?: string }>()({
  client_secret: text,
  key: v.optional(text),
});

function requireAmount(amount: number): void {
  if (amount < smallestAmountCents) throw badRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
}

function parcel(given: v.InferOutput<typeof shipping>): KeptPaymentIntent['shipping'] {
  const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
  return { carrier: null, phone: null, tracking_number: null, ...given, address: { ...noAddress, ...given.address } };
}

/** The PaymentIntent that a page holds the secret of. */
function intentOfPage(call: Call, secret: string | undefined): KeptPaymentIntent {
  const intent = call.account.store.get('payment_intent', call.id, 'intent');
  if (intent.client_secret !== secret) throw noSuch('payment_intent', call.id, 'client_secret');
  return intent;
}

export const paymentIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    answer: (call) => {
      const { shipping: to, ...given } = call.read(CreateParameters);
      const { account } = call;
      requireAmount(given.amount);
      if (given.customer) account.store.get('customer', given.customer, 'customer');
      const customer = given.customer ?? null;
      const made = { ...given, customer, metadata: mergeMetadata(null, given.metadata), shipping: to ? parcel(to) : null };
      const intent = account.store.add('payment_intent', makePaymentIntent(made, nowOf(account, customer)));
      publish(account, 'payment_intent.created', intent);
      return intent;
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    answer: (call) => {
      const { customer, ...page } = call.read(ListParameters);
      const fits = (intent: KeptPaymentIntent) => !customer || intent.customer === customer;
      return pageOf(call, call.account.store.all('payment_intent').filter(fits), page);
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    answer: (call) => call.account.store.get('payment_intent', call.id, 'intent'),
    forPages: (call) => publicPaymentIntent(intentOfPage(call, call.read(PageReadParameters).client_secret)),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    answer: (call) => {
      const { shipping: to, metadata: told, ...given } = call.read(UpdateParameters);
      const { account } = call;
      const intent = account.store.get('payment_intent', call.id, 'intent');
      const isOver = intent.status === 'succeeded' || intent.status === 'canceled';
      if (given.amount !== undefined) requireAmount(given.amount);
      if (isOver && given.amount !== undefined) {
        const message = `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}.`;
        throw refused('payment_intent_unexpected_state', message, { param: 'amount', payment_intent: intent });
      }
      account.store.change<'payment_intent'>(intent, {
        ...given,
        metadata: mergeMetadata(intent.metadata, told),
        ...(to !== undefined && { shipping: to === '' ? null : parcel(to) }),
      });
      return intent;
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    answer: (call) => {
      const intent = call.account.store.get('payment_intent', call.id, 'intent');
      confirmIntent(call.account, intent, call.read(ConfirmParameters), (shown) => shown);
      return intent;
    },
    forPages: (call) => {
      const given = call.read(ConfirmParameters);
      const intent = intentOfPage(call, given.client_secret);
      confirmIntent(call.account, intent, { ...given, off_session: false }, publicPaymentIntent);
      return publicPaymentIntent(intent);
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    answer: (call) => {
      const { cancellation_reason: reason } = call.read(CancelParameters);
      const { account } = call;
      const intent = account.store.get('payment_intent', call.id, 'intent');
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
        throw refused('payment_intent_unexpected_state', message, { payment_intent: intent });
      }
      if (invoiceOf(account, intent)) {
        throw refused(
          'payment_intent_unexpected_state',
          'You cannot cancel this PaymentIntent because an invoice manages it; void the invoice instead.',
        );
      }
      cancelIntent(account, intent, reason ?? null);
      return intent;
    },
  },
];
