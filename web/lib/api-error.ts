import { t } from '@lingui/core/macro';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import type { ErrorBody } from '#schema/site.ts';

/** Response with an error status. `message` is `status: body` for logs; call `errorText(error, …)` for a message to display. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: ErrorBody | undefined;
  /** Seconds to wait before a retry; undefined if the response had no Retry-After header. */
  readonly retryAfterSeconds: number | undefined;
  /** Status text of the response; empty over HTTP/2. */
  readonly statusText: string;

  constructor(status: number, text: string, body: ErrorBody | undefined, retryAfterSeconds: number | undefined, statusText = '') {
    super(`${status}: ${text}`);
    this.status = status;
    this.statusText = statusText;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Thrown if no response arrives, or if the response is incomplete. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  get isTimeout(): boolean {
    return this.cause instanceof DOMException && /^(Timeout|Abort)Error$/.test(this.cause.name);
  }
}

/** Returns the server's message, a sentence about the network for network errors, or `fallback` otherwise. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.body?.message ?? fallback;
  if (error instanceof NetworkError)
    return error.isTimeout
      ? t`The server took too long to answer. Check your network and try again.`
      : t`No connection. Check your network and try again.`;
  return fallback;
}

/** Returns whether the API rejected this call because an administrator is viewing the account. Retrying does not help. */
export function isClosedToViewers(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'viewing_only';
}

/** Returns the server's error messages by field name; empty if the response names no fields. */
export function fieldErrors(error: unknown): Record<string, string> {
  return (error instanceof ApiError ? error.body?.fields : undefined) ?? {};
}

/** Shows the server's field errors next to their inputs and focuses the first invalid one. Returns whether there were any. */
export function applyFieldErrors<Values extends FieldValues>(error: unknown, setError: UseFormSetError<Values>): boolean {
  const entries = Object.entries(fieldErrors(error));
  entries.forEach(([name, message], index) => {
    setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return entries.length > 0;
}
