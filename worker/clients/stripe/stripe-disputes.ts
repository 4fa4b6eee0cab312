/** Responds to disputes: submits evidence once, or accepts the dispute. */
import type Stripe from 'stripe';
import { idempotencyKey } from '#worker/clients/idempotency-key.ts';
import type { DisputeAnswerInput, PaymentProviderError } from '#worker/clients/payment-provider.ts';
import { catchRefusal, createOnce } from './stripe-calls.ts';
import { disputeFacts } from './stripe-facts.ts';

/**
 * Returns null once Stripe has received the evidence or the acceptance, even if the API response of an earlier attempt was lost. Returns
 * Stripe's error if Stripe rejects the request.
 */
export async function answerDispute(stripe: Stripe, answer: DisputeAnswerInput): Promise<PaymentProviderError | null> {
  const { id, reference, attempt, kind } = answer;
  const dispute = await stripe.disputes.retrieve(id);
  const { state, submissions } = disputeFacts(dispute);
  const isAnswered = kind === 'accept' ? state === 'lost' : state !== 'needs_response' && submissions > 0;
  if (isAnswered) return null;
  const key = await idempotencyKey('dispute', { reference, attempt });
  return catchRefusal(() =>
    createOnce(key, (options) =>
      kind === 'accept'
        ? stripe.disputes.close(id, {}, options)
        : stripe.disputes.update(id, { evidence: answer.evidence, submit: true }, options),
    ),
  );
}
