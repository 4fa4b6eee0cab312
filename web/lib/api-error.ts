import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type { ErrorBody } from '#schema/site.ts';

/** Any non-success response. `message` is `status: body`, for logs; show people `errorText(error, …)`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: ErrorBody | undefined;
  /** Undefined without a Retry-After header. */
  readonly retryAfterSeconds: number | undefined;
  /** Empty over HTTP/2. */
  readonly statusText: string;

  constructor(status: number, text: string, body: ErrorBody | undefined, retryAfterSeconds: number | undefined, statusText = '') {
    super(`${status}: ${text}`);
    this.status = status;
    this.statusText = statusText;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No response, or an incomplete one. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  /** The request timed out. */
  get isLate(): boolean {
    return this.cause instanceof DOMException && /^(Timeout|Abort)Error$/.test(this.cause.name);
  }
}

/** The server's message, a sentence for network errors, or else `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.body?.message ?? fallback;
  if (error instanceof NetworkError)
    return `${error.isLate ? 'The server took too long to answer.' : 'No connection.'} Check your network and try again.`;
  return fallback;
}

/** The endpoint is closed to administrators viewing an account, so retrying does not help. */
export function isClosedToViewers(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'viewing_only';
}

/** Empty if the response names no fields. */
export function fieldErrors(error: unknown): Record<string, string> {
  return (error instanceof ApiError ? error.body?.fields : undefined) ?? {};
}

/** Shows field errors at their inputs and focuses the first; returns whether there were any. */
export function applyFieldErrors<Values extends FieldValues>(error: unknown, setError: UseFormSetError<Values>): boolean {
  const entries = Object.entries(fieldErrors(error));
  entries.forEach(([name, message], index) => {
    setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return entries.length > 0;
}
