import { ApiError, errorText } from '#web/lib/api-error.ts';

/** The server's message; without one `Error fetching users: Bad Gateway` (`what: status text`); else `otherwise`. */
export function reasonText(error: unknown, what: string, otherwise: string): string {
  return errorText(error, error instanceof ApiError ? `${what}: ${error.statusText || error.status}` : otherwise);
}
