/** Requests that count once, however often they are sent: their key is kept until an answer came, past a closed dialog too. */
import { ApiError, errorText } from '#web/lib/api-error.ts';
import type { FormFailure } from '#web/ui/forms/Form.tsx';

const unanswered = new Map<string, string>();

/** Sends under the key of the same request before it, where nothing is known of what became of that one. */
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

/** Whether it may have been done all the same: only a refusal says that it was not. */
export function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof ApiError && error.status < 500);
}

/** What a form says of a request that did not succeed. `refused` is the title where the server said no; `again` what sending once more does. */
export function sendFailure(error: unknown, refused: string, again: string): FormFailure {
  if (!mayHaveArrived(error)) return { title: refused, text: errorText(error, 'Please try again.') };
  return { title: 'It is not known whether this arrived', text: `${errorText(error, 'No answer came.')} ${again}` };
}
