/** Refunds requested by administrators, which are recognized in Stripe by our metadata. */
import type Stripe from 'stripe';
import { idempotencyKey } from '#worker/clients/idempotency-key.ts';
import type { PaymentProviderError, RefundInput } from '#worker/clients/payment-provider.ts';
import type { RefundOutcome } from '#worker/domain/memberships/facts.ts';
import { catchRefusal, createOnce } from './stripe-calls.ts';
import { hasFailed, refundMetadataKey } from './stripe-facts.ts';

/**
 * Issues a refund. If an earlier attempt already issued it but the response was lost, returns that refund. Returns Stripe's error if Stripe
 * refuses.
 */
export async function refundOnce(stripe: Stripe, refund: RefundInput): Promise<RefundOutcome | PaymentProviderError> {
  const { paymentIntentId, amountCents, reason, reference, orderReference } = refund;
  const existingRefunds = await stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  const existingRefund = existingRefunds.data.find(({ metadata }) => metadata?.[refundMetadataKey] === reference);
  if (existingRefund) return toOutcome(existingRefund);
  const key = await idempotencyKey('refund', refund);
  const params = {
    payment_intent: paymentIntentId,
    amount: amountCents,
    reason,
    metadata: { cache_cards_order: orderReference, [refundMetadataKey]: reference },
  };
  let outcome: RefundOutcome = { id: '', failure: null };
  const refusal = await catchRefusal(async () => {
    outcome = toOutcome(await createOnce(key, (options) => stripe.refunds.create(params, options)));
  });
  return refusal ?? outcome;
}

function toOutcome({ id, status, failure_reason: reason }: Stripe.Refund): RefundOutcome {
  return { id, failure: hasFailed(status) ? (reason ?? 'unknown') : null };
}
