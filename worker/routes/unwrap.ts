import type { Result } from '#worker/domain/result.ts';
import { ApiError, type ErrorDetails, type Reason } from '#worker/errors.ts';

type Refusal = Reason | ({ reason: Reason } & Pick<ErrorDetails, 'field' | 'fields' | 'params' | 'retryAfterSeconds'>);

/** Returns the value of a result, or throws its error as ApiError. */
export function unwrap<Value>(result: Result<Value, Refusal>): Value {
  if (result.ok) return result.value;
  throw refusalError(result.refusal);
}

export function refusalError(refusal: Refusal): ApiError {
  if (typeof refusal === 'string') return new ApiError(refusal);
  const { reason, ...details } = refusal;
  return new ApiError(reason, details);
}
