import type { Context } from 'hono';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import { ApiError, type Reason } from '#worker/errors.ts';
import { describeError, logError } from '#worker/log.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { limitMemberCalls } from '#worker/middleware/member-rate-limit.ts';

/**
 * Calls the payment provider, within the rate limit of the member who asks. If the provider is unreachable or rejects the call, logs the
 * cause and throws the given error.
 */
export async function callProvider<Result>(
  c: Pick<Context<AppEnv>, 'env' | 'var'>,
  refusal: Reason,
  call: () => Promise<Result>,
): Promise<Result> {
  await limitMemberCalls(c);
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logError('payment_provider_failed', { requestId: c.var.requestId, error: describeError(error) });
    throw new ApiError(refusal);
  }
}
