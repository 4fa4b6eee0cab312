import { type ErrorCode, type ErrorParams, errorCatalogue, errorMessage } from '#schema/errors.ts';

export type Reason = ErrorCode;

export interface ErrorDetails {
  params?: ErrorParams;
  /** The input that is wrong; it shows the error's own wording. */
  field?: string;
  /** Wording per input, for `invalid_input`. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  allow?: string[];
}

/** A refusal; only `app.onError` writes the response. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly reason: Reason;
  readonly status: (typeof errorCatalogue)[Reason][0];
  readonly details: ErrorDetails;

  constructor(reason: Reason, details: ErrorDetails = {}) {
    super(errorMessage(reason, details.params, details.retryAfterSeconds));
    this.reason = reason;
    [this.status] = errorCatalogue[reason];
    this.details = details;
  }
}

/** Throws the refusal if the value is missing. */
export function requireValue<Value>(value: Value | false | null | undefined, reason: Reason): Value {
  if (!value) throw new ApiError(reason);
  return value;
}
