import { ApiError, errorText } from '#web/lib/api-error.ts';

/** The server's message; if it sent none, `Error fetching users: Bad Gateway` (`what: status text`). Without a response like `errorText`. */
export function reasonText(error: unknown, subject: string, fallback: string): string {
  return errorText(error, error instanceof ApiError ? `${subject}: ${error.statusText || error.status}` : fallback);
}
