import type Stripe from 'stripe';
import * as v from 'valibot';
import { getNow } from '#scripts/fakes/stripe/account.ts';
import { createMethodFromId } from '#scripts/fakes/stripe/billing/confirm-intent.ts';
import { refundCharge } from '#scripts/fakes/stripe/billing/refunds.ts';
import type { Routes } from '#scripts/fakes/stripe/http/call.ts';
import { badRequest, stateFailure } from '#scripts/fakes/stripe/http/errors.ts';
import { created, createListRoute, cursors, isSince, matchFields } from '#scripts/fakes/stripe/http/lists.ts';
import { createParameters, integer, mergeMetadata, metadata, text } from '#scripts/fakes/stripe/http/parameters.ts';
import type { StoredCharge } from '#scripts/fakes/stripe/http/shapes.ts';
import type { Store } from '#scripts/fakes/stripe/store.ts';

const RefundParameters = createParameters<Stripe.RefundCreateParams>()({
  charge: v.optional(text),
  payment_intent: v.optional(text),
  amount: v.optional(integer),
  reason: v.optional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: v.optional(metadata),
});
const ListRefundsParameters = createParameters<Stripe.RefundListParams>()({
  ...cursors,
  created,
  charge: v.optional(text),
  payment_intent: v.optional(text),
});

type RefundParameterValues = v.InferOutput<typeof RefundParameters>;

function chargeToRefund({ charge, payment_intent: intentId }: RefundParameterValues, store: Store): StoredCharge {
  if (charge && intentId)
    throw badRequest('You may only specify one of these parameters: charge, payment_intent.', { code: 'parameters_exclusive' });
  if (charge) return store.get('charge', charge, 'charge');
  if (!intentId) {
    throw badRequest('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
    });
  }
  const intent = store.get('payment_intent', intentId, 'payment_intent');
  if (intent.status !== 'succeeded') {
    throw stateFailure('resource_missing', `This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  return store.get('charge', intent.latest_charge ?? '', 'payment_intent');
}

const ListChargesParameters = createParameters<Stripe.ChargeListParams>()({
  ...cursors,
  customer: v.optional(text),
  payment_intent: v.optional(text),
});
const AttachParameters = createParameters<Stripe.PaymentMethodAttachParams & { customer: string }>()({ customer: text });

export const chargeRoutes: Routes = {
  'POST /v1/refunds': (call) => {
    const parameters = call.read(RefundParameters);
    if (parameters.amount !== undefined && parameters.amount < 1) {
      throw badRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
    }
    const charge = chargeToRefund(parameters, call.account.store);
    const request = { amount: parameters.amount, reason: parameters.reason ?? null, metadata: mergeMetadata(null, parameters.metadata) };
    return refundCharge(call.account, charge, request);
  },
  'GET /v1/refunds': createListRoute(
    'refund',
    ListRefundsParameters,
    (refund, query) => matchFields('charge', 'payment_intent')(refund, query) && isSince(refund, query),
  ),
  'GET /v1/refunds/:id': (call) => call.account.store.get('refund', call.id),
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
