import { t } from '@lingui/core/macro';
import { ContactRequest, ContactResponse } from '#schema/messages/contact.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { errorText } from '#web/lib/api-error.ts';
import type { Outcome } from '#web/lib/light-form.ts';
import { validateAndSend } from '#web/lib/light-form-sending.ts';

/** Validates and sends the message. Returns the sender's email. Never throws. */
export function sendMessage(formData: FormData): Promise<Outcome<string>> {
  return validateAndSend(
    ContactRequest,
    Object.fromEntries(formData),
    async (message) => {
      await apiSend('POST', '/api/contact', message, ContactResponse);
      return message.email;
    },
    (error) => errorText(error, t`Something went wrong. Your message is still here, so please try again.`),
  );
}
