/** Timeouts, retries and error mapping for calls to Stripe. */
import Stripe from 'stripe';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';

/** Two attempts of five seconds each so that browsers wait at most about ten seconds. */
export const defaultRequestOptions = { timeout: 5_000, maxNetworkRetries: 1 } as const;

/**
 * Timeout for creating an object, which may take longer. After a shorter timeout, a retry would fail because the idempotency key is still
 * in use.
 */
const createTimeoutMs = 20_000;
const keyInUseRetryDelaysMs = [1_000, 2_000, 4_000];

/** Creates an object with our idempotency key. If another call with the same key is in progress, waits for its result. */
export async function createOnce<Made>(key: string, create: (options: Stripe.RequestOptions) => Promise<Made>): Promise<Made> {
  const options = { idempotencyKey: key, timeout: createTimeoutMs };
  for (const pause of keyInUseRetryDelaysMs) {
    try {
      return await create(options);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 409) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return create(options);
}

export async function callStripe<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? toProviderError(error) : error;
  }
}

/** Returns null on success, or Stripe's error if the object's state does not allow the operation. */
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
  // Status 409 (the same call is in progress) and 429 (rate limit) leave the outcome open because a retry with the same key can still
  // succeed.
  const hasResponse = error.statusCode !== undefined && error.statusCode !== 409 && error.statusCode !== 429;
  const isMissing = error.code === 'resource_missing';
  const missing = isMissing ? (error.param === 'customer' ? 'customer' : 'object') : undefined;
  return new PaymentProviderError(
    `${error.type} ${error.statusCode ?? 'without a response'}: ${error.code ?? ''} ${error.message}`,
    hasResponse,
    { missing, outage: classifyOutage(error.statusCode) },
  );
}

/** A revoked key or a rate limit affects all calls; a missing permission affects only some. */
function classifyOutage(status: number | undefined): PaymentProviderError['outage'] {
  if (status === 401 || status === 429) return 'surely';
  return status === undefined || status === 403 || status >= 500 ? 'maybe' : 'no';
}

/** Returns `fallback` if the object does not exist at Stripe. */
export async function catchMissing<Found, Fallback>(call: Promise<Found>, fallback: Fallback): Promise<Found | Fallback> {
  return call.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return fallback;
    throw error;
  });
}
