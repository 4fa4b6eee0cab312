/** Charges, and the cards that they were taken from. */
import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Routes } from '#scripts/fakes/stripe/call.ts';
import { cursors, listOf, sameIn } from '#scripts/fakes/stripe/lists.ts';
import { parametersOf, text } from '#scripts/fakes/stripe/parameters.ts';

const ListChargesParameters = parametersOf<Stripe.ChargeListParams>()({
  ...cursors,
  customer: v.optional(text),
  payment_intent: v.optional(text),
});

export const chargeRoutes: Routes = {
  'GET /v1/charges': listOf('charge', ListChargesParameters, sameIn('customer', 'payment_intent')),
  'GET /v1/charges/:id': (call) => call.account.store.get('charge', call.id),
  'GET /v1/payment_methods/:id': (call) => call.account.store.get('payment_method', call.id),
};
