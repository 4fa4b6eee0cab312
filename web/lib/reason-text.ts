/** Refusals that say nothing of themselves: another server's page, or an answer without a body. */
import { ApiError, errorText } from '#web/lib/api-error.ts';

/** The server's own message; where it has none `Error fetching users: Bad Gateway` (`what: status text`); else `otherwise`. */
export function reasonText(error: unknown, what: string, otherwise: string): string {
  return errorText(error, error instanceof ApiError ? `${what}: ${error.statusText || error.status}` : otherwise);
}
