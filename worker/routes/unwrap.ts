import type { Result } from '#worker/domain/result.ts';
import { ApiError, type Reason } from '#worker/errors.ts';

type Refusal = Reason | { reason: Reason; retryAfterSeconds?: number };

/** Returns the value of a result, or throws its error as ApiError. */
export function unwrap<Value>(result: Result<Value, Refusal>): Value {
  if (result.ok) return result.value;
  throw refusalError(result.refusal);
}

export function refusalError(refusal: Refusal): ApiError {
  return typeof refusal === 'string'
    ? new ApiError(refusal)
    : new ApiError(refusal.reason, { retryAfterSeconds: refusal.retryAfterSeconds });
}
