import type Stripe from 'stripe';
import * as v from 'valibot';
import { getNow } from '#scripts/fakes/stripe/account.ts';
import { createMethodFromId } from '#scripts/fakes/stripe/billing/confirm-intent.ts';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { createListRoute, cursors, matchFields } from '#scripts/fakes/stripe/http/lists.ts';
import { createParameters, text } from '#scripts/fakes/stripe/http/parameters.ts';

const ListChargesParameters = createParameters<Stripe.ChargeListParams>()({
  ...cursors,
  customer: v.optional(text),
  payment_intent: v.optional(text),
});
const AttachParameters = createParameters<Stripe.PaymentMethodAttachParams & { customer: string }>()({ customer: text });

export const chargeRoutes: Routes = {
  'GET /v1/charges': createListRoute('charge', ListChargesParameters, matchFields('customer', 'payment_intent')),
  'GET /v1/charges/:id': (call) => call.account.store.get('charge', call.id),
  'POST /v1/payment_methods/:id/attach': (call) => {
    const { customer } = call.read(AttachParameters);
    const { account } = call;
    account.store.get('customer', customer, 'customer');
    const method = createMethodFromId(account, call.id, getNow(account, customer));
    account.store.change<'payment_method'>(method, { customer });
    return method;
  },
  'GET /v1/payment_methods/:id': (call) => call.account.store.get('payment_method', call.id),
};
