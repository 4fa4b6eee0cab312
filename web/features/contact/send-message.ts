/** Sending a message of the contact form, checked by the server's own rules before it goes. */
import { ContactAnswer, ContactRequest } from '#schema/contact.ts';
import { ApiError, apiSend, errorText } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';

export type Outcome =
  | { kind: 'sent'; email: string }
  /** By input, what is wrong with it. */
  | { kind: 'refused'; fields: Record<string, string> }
  | { kind: 'failed'; message: string };

/** Checks and sends what was typed. Never throws. */
export async function sendMessage(typed: Record<'name' | 'email' | 'message', string>): Promise<Outcome> {
  try {
    const checked = await ContactRequest['~standard'].validate(typed);
    if (checked.issues) return { kind: 'refused', fields: firstIssues(checked.issues) };
    await apiSend('POST', '/api/contact', checked.value, ContactAnswer);
    return { kind: 'sent', email: checked.value.email };
  } catch (error) {
    const fields = error instanceof ApiError ? error.body?.fields : undefined;
    return fields ? { kind: 'refused', fields } : { kind: 'failed', message: failureText(error) };
  }
}

type Issues = readonly { message: string; path?: readonly unknown[] | undefined }[];

function firstIssues(issues: Issues): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { message, path: [step] = [] } of issues) {
    const name = typeof step === 'object' && step !== null && 'key' in step ? String(step.key) : String(step);
    fields[name] ??= message;
  }
  return fields;
}

function failureText(error: unknown): string {
  const wait = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const message = errorText(error, 'Something went wrong on our side. What you wrote is still here: please try again.');
  return wait === undefined ? message : `${message} It will go through in ${inWords(wait)}.`;
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}
