/** What goes wrong with a request, and how people are told. */
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type { ErrorBody } from '#schema/site.ts';

/**
 * Any answer but a success, or the one that the server would have given. `message` is `status: body`, for logs; people are shown
 * `errorText(error, …)`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: ErrorBody | undefined;
  /** From the Retry-After header, where the server sent one. */
  readonly retryAfterSeconds: number | undefined;
  /** Of the status line; HTTP/2 has none. */
  readonly statusText: string;

  constructor(status: number, text: string, body: ErrorBody | undefined, retryAfterSeconds: number | undefined, statusText = '') {
    super(`${status}: ${text}`);
    this.status = status;
    this.statusText = statusText;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The request never got an answer, or not the whole of it. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  /** The network is there, as far as the browser knows, but brought no answer within the request's limit. */
  get isLate(): boolean {
    return this.cause instanceof DOMException && /^(Timeout|Abort)Error$/.test(this.cause.name);
  }
}

/** The server's own message, a plain sentence where there was no answer, else `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.body?.message ?? fallback;
  if (error instanceof NetworkError)
    return `${error.isLate ? 'The network is slow: no answer came.' : 'No connection.'} Check your network and try again.`;
  return fallback;
}

/** An administrator sees the account as its member does, and this call is not open to them: asking again would not help. */
export function isClosedToViewers(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'viewing_only';
}

/** What a refused request says of its fields, by name; nothing where it says nothing of any. */
export function fieldErrors(error: unknown): Record<string, string> {
  return (error instanceof ApiError ? error.body?.fields : undefined) ?? {};
}

/** Puts each field error of a refused request at its input and focuses the first; answers whether there was any. */
export function applyFieldErrors<Values extends FieldValues>(error: unknown, setError: UseFormSetError<Values>): boolean {
  const entries = Object.entries(fieldErrors(error));
  entries.forEach(([name, message], index) => {
    setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return entries.length > 0;
}
