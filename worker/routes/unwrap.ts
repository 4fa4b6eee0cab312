/** From a domain's refusal to the answer of the API. */
import type { Result } from '#worker/domain/result.ts';
import { ApiError, type Reason } from '#worker/errors.ts';

type Refusal = Reason | { reason: Reason; retryAfterSeconds?: number };

/** The value, or the refusal thrown as the ApiError of its reason. */
export function unwrap<Value>(result: Result<Value, Refusal>): Value {
  if (result.ok) return result.value;
  throw refusalError(result.refusal);
}

export function refusalError(refusal: Refusal): ApiError {
  return typeof refusal === 'string'
    ? new ApiError(refusal)
    : new ApiError(refusal.reason, { retryAfterSeconds: refusal.retryAfterSeconds });
}
