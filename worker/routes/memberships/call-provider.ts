import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import { ApiError, type Reason } from '#worker/errors.ts';
import { describeError, logError } from '#worker/log.ts';

/** Calls the payment provider. If it is unreachable or rejects the call, logs the cause and throws the given error. */
export async function callProvider<Result>(
  c: { var: { requestId: string } },
  refusal: Reason,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logError('payment_provider_failed', { requestId: c.var.requestId, error: describeError(error) });
    throw new ApiError(refusal);
  }
}
