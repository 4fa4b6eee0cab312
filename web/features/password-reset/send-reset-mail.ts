/** Asking for the mail with the link, loaded when the form is used. */
import { ForgotPasswordRequest } from '#schema/account.ts';
import { askForReset } from '#web/components/account-forms/account-api.ts';
import { errorText } from '#web/lib/api.ts';
import { checkAndSend } from '#web/lib/checked-sending.ts';
import type { Outcome } from '#web/lib/plain-form.ts';

export interface ResetMail {
  to: string;
  /** The server's word. */
  message: string;
}

/** Never throws. */
export function sendResetMail(typed: FormData): Promise<Outcome<ResetMail>> {
  return checkAndSend(
    ForgotPasswordRequest,
    Object.fromEntries(typed),
    async ({ email }) => ({ to: email, message: await askForReset(email) }),
    (error) => errorText(error, 'Please try again.'),
  );
}
