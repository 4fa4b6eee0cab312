import { ApiError, errorText } from '#web/lib/api-error.ts';

/** The server's message; if it sent none, `Error fetching users: Bad Gateway` (`what: status text`). Without a response like `errorText`. */
export function reasonText(error: unknown, what: string, otherwise: string): string {
  return errorText(error, error instanceof ApiError ? `${what}: ${error.statusText || error.status}` : otherwise);
}
