import type Stripe from 'stripe';
import * as v from 'valibot';
import { refundCharge } from '#scripts/stripe-stand-in/billing/refunding.ts';
import type { Route } from '#scripts/stripe-stand-in/call.ts';
import { badRequest, refused } from '#scripts/stripe-stand-in/errors.ts';
import { cursors, pageOf } from '#scripts/stripe-stand-in/lists.ts';
import { integer, mergeMetadata, metadata, parametersOf, text } from '#scripts/stripe-stand-in/parameters.ts';
import type { KeptCharge } from '#scripts/stripe-stand-in/shapes.ts';
import type { Store } from '#scripts/stripe-stand-in/store.ts';

const RefundParameters = parametersOf<Stripe.RefundCreateParams>()({
  charge: v.optional(text),
  payment_intent: v.optional(text),
  amount: v.optional(integer),
  reason: v.optional(v.picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
  metadata: v.optional(metadata),
});
const ListRefundsParameters = parametersOf<Stripe.RefundListParams>()({
  ...cursors,
  charge: v.optional(text),
  payment_intent: v.optional(text),
});

type ToRefund = v.InferOutput<typeof RefundParameters>;

function chargeToRefund({ charge, payment_intent: intentId }: ToRefund, store: Store): KeptCharge {
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
    throw refused('resource_missing', `This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  }
  return store.get('charge', intent.latest_charge ?? '', 'payment_intent');
}

export const refundRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    answer: (call) => {
      const given = call.read(RefundParameters);
      if (given.amount !== undefined && given.amount < 1) {
        throw badRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
      }
      const charge = chargeToRefund(given, call.account.store);
      const wanted = { amount: given.amount, reason: given.reason ?? null, metadata: mergeMetadata(null, given.metadata) };
      return refundCharge(call.account, charge, wanted);
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    answer: (call) => {
      const { charge, payment_intent: intent, ...page } = call.read(ListRefundsParameters);
      const all = call.account.store.all('refund');
      return pageOf(
        call,
        all.filter((refund) => (!charge || refund.charge === charge) && (!intent || refund.payment_intent === intent)),
        page,
      );
    },
  },
  { method: 'GET', path: '/v1/refunds/:id', answer: (call) => call.account.store.get('refund', call.id) },
];
