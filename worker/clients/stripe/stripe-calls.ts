/** Timeouts, retries and error mapping of Stripe calls. */
import Stripe from 'stripe';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';

/** Two tries of five seconds, so that a browser waits about ten at most. */
export const ordinarily = { timeout: 5_000, maxNetworkRetries: 1 } as const;

/** Creating may take longer. After giving up early, the next try would find the key in use. */
const creatingTimeoutMs = 20_000;
const keyInUsePausesMs = [1_000, 2_000, 4_000];

/** Creates with our key. If another call with that key is in progress, waits for its result. */
export async function creating<Made>(key: string, create: (options: Stripe.RequestOptions) => Promise<Made>): Promise<Made> {
  const options = { idempotencyKey: key, timeout: creatingTimeoutMs };
  for (const pause of keyInUsePausesMs) {
    try {
      return await create(options);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 409) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return create(options);
}

export async function callStripe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? toProviderError(error) : error;
  }
}

/** Null on success; otherwise Stripe's refusal because of the object's state. */
export async function catchRefusal(call: () => Promise<unknown>): Promise<PaymentProviderError | null> {
  try {
    await call();
    return null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return toProviderError(error);
    throw error;
  }
}

function toProviderError(error: InstanceType<typeof Stripe.errors.StripeError>): PaymentProviderError {
  // Key in use or rate limited: the work is in progress, or a retry with the same key does it.
  const wasAnswered = error.statusCode !== undefined && error.statusCode !== 409 && error.statusCode !== 429;
  const isMissing = error.code === 'resource_missing';
  const missing = isMissing ? (error.param === 'customer' ? 'customer' : 'object') : undefined;
  return new PaymentProviderError(
    `${error.type} ${error.statusCode ?? 'without an answer'}: ${error.code ?? ''} ${error.message}`,
    wasAnswered,
    { missing, outage: classifyOutage(error.statusCode) },
  );
}

/** A revoked key or rate limit concerns all calls; a missing permission only some. */
function classifyOutage(status: number | undefined): PaymentProviderError['outage'] {
  if (status === 401 || status === 429) return 'surely';
  return status === undefined || status === 403 || status >= 500 ? 'maybe' : 'no';
}

/** Returns `fallback` if the object is missing at Stripe. */
export async function catchMissing<Answer, Other>(answer: Promise<Answer>, fallback: Other): Promise<Answer | Other> {
  return answer.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return fallback;
    throw error;
  });
}
