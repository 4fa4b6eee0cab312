/** Idempotent requests: the key is stored until a response arrives, even after the dialog closes. */
import { ApiError, errorText } from '#web/lib/api-error.ts';
import type { FormFailure } from '#web/ui/forms/Form.tsx';

const unanswered = new Map<string, string>();

/** Reuses the key of an identical request whose outcome is unknown. */
export async function sendOnce<Answer>(address: string, body: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> {
  const request = `${address} ${JSON.stringify(body)}`;
  const key = unanswered.get(request) ?? crypto.randomUUID();
  unanswered.set(request, key);
  try {
    const answer = await send(key);
    unanswered.delete(request);
    return answer;
  } catch (error) {
    if (!mayHaveArrived(error)) unanswered.delete(request);
    throw error;
  }
}

/** Only a refusal proves that nothing was done. */
export function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof ApiError && error.status < 500);
}

/** `refused`: title for a refusal. `again`: explains what sending again does. */
export function sendFailure(error: unknown, refused: string, again: string): FormFailure {
  if (!mayHaveArrived(error)) return { title: refused, text: errorText(error, 'Please try again.') };
  return { title: 'We don’t know whether this went through', text: `${errorText(error, 'The server did not respond.')} ${again}` };
}
