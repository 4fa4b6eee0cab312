import { type ErrorCode, type ErrorParams, errorCatalogue, errorMessage } from '#schema/errors.ts';

export type Reason = ErrorCode;

export interface ErrorDetails {
  params?: ErrorParams;
  /** Name of the form field that caused the error; the page shows the message next to it. */
  field?: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  allow?: string[];
  /** Data that the client needs to continue, for example the current costs. Sent as `data`. */
  data?: object;
}

/** An error that ends a request. Only `app.onError` turns it into the response. */
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

/** Returns the value, or throws an ApiError with `reason` if the value is missing. */
export function requireValue<Value>(value: Value | false | null | undefined, reason: Reason): Value {
  if (!value) throw new ApiError(reason);
  return value;
}
