import { ContactAnswer, ContactRequest } from '#schema/messages/contact.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { plural } from '#web/lib/format.ts';
import type { Outcome } from '#web/lib/light-form.ts';
import { validateAndSend } from '#web/lib/light-form-sending.ts';

/** Validates and sends; returns the sender's address. Never throws. */
export function sendMessage(formData: FormData): Promise<Outcome<string>> {
  return validateAndSend(
    ContactRequest,
    Object.fromEntries(formData),
    async (message) => {
      await apiSend('POST', '/api/contact', message, ContactAnswer);
      return message.email;
    },
    failureText,
  );
}

function failureText(error: unknown): string {
  const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const message = errorText(error, 'Something went wrong. Your message is still here, so please try again.');
  return retryAfterSeconds === undefined ? message : `${message} Try again in ${formatWait(retryAfterSeconds)}.`;
}

function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}
