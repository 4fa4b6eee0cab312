import { ApiError, errorText } from '#web/lib/api-error.ts';

/**
 * Returns the server's message. If the server sent none, returns `Error fetching users: Bad Gateway` (`subject: status text`). If there was
 * no response, returns a network error message.
 */
export function reasonText(error: unknown, subject: string, fallback: string): string {
  return errorText(error, error instanceof ApiError ? `${subject}: ${error.statusText || error.status}` : fallback);
}
