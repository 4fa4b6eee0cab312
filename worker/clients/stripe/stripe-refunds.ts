/** Refunds requested by administrators, which are recognized in Stripe by our metadata. */
import type Stripe from 'stripe';
import { idempotencyKey } from '#worker/clients/idempotency-key.ts';
import type { PaymentProviderError, RefundInput } from '#worker/clients/payment-provider.ts';
import { catchRefusal, createOnce } from './stripe-calls.ts';

const refundMetadataKey = 'cache_cards_refund';

/** Returns the refund made now or by an attempt whose response was lost; otherwise Stripe's error. */
export async function refundOnce(stripe: Stripe, refund: RefundInput): Promise<{ id: string } | PaymentProviderError> {
  const { paymentIntentId, amountCents, reason, reference, orderReference } = refund;
  const existingRefunds = await stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  const existingRefund = existingRefunds.data.find(({ metadata }) => metadata?.[refundMetadataKey] === reference);
  if (existingRefund) return { id: existingRefund.id };
  const key = await idempotencyKey('refund', refund);
  const params = {
    payment_intent: paymentIntentId,
    amount: amountCents,
    reason,
    metadata: { cache_cards_order: orderReference, [refundMetadataKey]: reference },
  };
  const marker = { id: '' };
  const refusal = await catchRefusal(async () => {
    marker.id = (await createOnce(key, (options) => stripe.refunds.create(params, options))).id;
  });
  return refusal ?? marker;
}
