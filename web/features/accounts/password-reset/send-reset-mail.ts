import { ForgotPasswordRequest } from '#schema/accounts/account.ts';
import { askForReset } from '#web/features/accounts/account/account-api.ts';
import type { Outcome } from '#web/lib/light-form.ts';
import { checkAndSend } from '#web/lib/light-form-sending.ts';

export interface ResetMail {
  to: string;
  message: string;
}

/** Never throws. */
export function sendResetMail(typed: FormData): Promise<Outcome<ResetMail>> {
  return checkAndSend(ForgotPasswordRequest, Object.fromEntries(typed), async ({ email }) => ({
    to: email,
    message: await askForReset(email),
  }));
}
