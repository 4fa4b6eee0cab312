import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Route } from '#scripts/stripe-stand-in/call.ts';
import { cursors, pageOf } from '#scripts/stripe-stand-in/lists.ts';
import { parametersOf, text } from '#scripts/stripe-stand-in/parameters.ts';
import type { KeptCharge } from '#scripts/stripe-stand-in/shapes.ts';

const ListChargesParameters = parametersOf<Stripe.ChargeListParams>()({
  ...cursors,
  customer: v.optional(text),
  payment_intent: v.optional(text),
});

export const chargeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/charges',
    answer: (call) => {
      const { customer, payment_intent: intent, ...page } = call.read(ListChargesParameters);
      const fits = (charge: KeptCharge) => (!customer || charge.customer === customer) && (!intent || charge.payment_intent === intent);
      return pageOf(call, call.account.store.all('charge').filter(fits), page);
    },
  },
  { method: 'GET', path: '/v1/charges/:id', answer: (call) => call.account.store.get('charge', call.id) },
];

export const paymentMethodRoutes: Route[] = [
  { method: 'GET', path: '/v1/payment_methods/:id', answer: (call) => call.account.store.get('payment_method', call.id) },
];
