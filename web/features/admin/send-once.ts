/** Makes requests idempotent. The idempotency key is stored until a response arrives, even after the dialog closes. */
import { ApiError, errorText } from '#web/lib/api-error.ts';
import type { FormFailure } from '#web/ui/forms/Form.tsx';

const pendingKeys = new Map<string, string>();

/** Sends the request. Reuses the idempotency key of an identical request whose outcome is unknown. */
export async function sendOnce<Result>(address: string, body: unknown, send: (key: string) => Promise<Result>): Promise<Result> {
  const request = `${address} ${JSON.stringify(body)}`;
  const key = pendingKeys.get(request) ?? crypto.randomUUID();
  pendingKeys.set(request, key);
  try {
    const response = await send(key);
    pendingKeys.delete(request);
    return response;
  } catch (error) {
    if (!isOutcomeUnknown(error)) pendingKeys.delete(request);
    throw error;
  }
}

/** Returns whether the server may have executed the request. Only a 4xx response proves that it did not. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiError && error.status < 500);
}

/** Describes a failed request. `refusalTitle` is the title for a rejected request; `retryHint` explains the effect of sending it again. */
export function sendFailure(error: unknown, refusalTitle: string, retryHint: string): FormFailure {
  if (!isOutcomeUnknown(error)) return { title: refusalTitle, text: errorText(error, 'Please try again.') };
  return { title: 'We don’t know whether this went through', text: `${errorText(error, 'The server did not respond.')} ${retryHint}` };
}
