/** From a payment provider that failed to the answer of the API. */
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import { ApiError, type Reason } from '#worker/errors.ts';
import { describeError, logError } from '#worker/log.ts';

/** Asks the provider; where it cannot be reached or refuses, says so with that reason, and the log says why. */
export async function atProvider<Answer>(c: { var: { requestId: string } }, refusal: Reason, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logError('payment_provider_failed', { requestId: c.var.requestId, error: describeError(error) });
    throw new ApiError(refusal);
  }
}
