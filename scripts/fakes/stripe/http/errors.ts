import type { WireObject } from '#scripts/fakes/stripe/http/shapes.ts';

export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: WireObject;
  payment_method?: WireObject;
  setup_intent?: WireObject;
}

export class StripeFailure extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Whether processing of the request had started. If so, a retry with the same idempotency key replays this response. */
  readonly hasBegun: boolean;

  constructor(status: number, body: ErrorBody, hasBegun = true) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.hasBegun = hasBegun;
  }
}

/** Creates the error for an invalid request, which Stripe rejects before it starts processing. */
export function badRequest(message: string, details: { code?: string; param?: string } = {}): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', message, ...details }, false);
}

/** Creates the error for a valid request that the object's current state does not allow. */
export function stateFailure(code: string, message: string, details: Partial<ErrorBody> = {}): StripeFailure {
  return new StripeFailure(400, { type: 'invalid_request_error', code, message, ...details });
}

export function notFoundFailure(noun: string, id: string, param = 'id'): StripeFailure {
  const message = `No such ${noun}: '${id}'`;
  return new StripeFailure(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

export function unauthorized(message: string): StripeFailure {
  return new StripeFailure(401, { type: 'invalid_request_error', message }, false);
}

/** Creates Stripe's error for an HTTP status, such as one that a test injects through `faults.ts`. */
export function createStatusFailure(status: number): StripeFailure {
  if (status === 402) {
    const message = 'Your card was declined.';
    return new StripeFailure(402, { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message }, false);
  }
  if (status === 409) {
    const message = 'This object cannot be accessed right now because another API request is currently accessing it.';
    return new StripeFailure(409, { type: 'invalid_request_error', code: 'lock_timeout', message }, false);
  }
  if (status === 429) {
    const message = 'Request rate limit exceeded.';
    return new StripeFailure(429, { type: 'invalid_request_error', code: 'rate_limit', message }, false);
  }
  if (status >= 500)
    return new StripeFailure(status, { type: 'api_error', message: 'An error occurred while processing your request.' }, false);
  return new StripeFailure(status, { type: 'invalid_request_error', message: 'The request failed.' }, false);
}
