import { ForgotPasswordRequest } from '#schema/accounts/account.ts';
import { requestPasswordReset } from '#web/features/accounts/account/account-api.ts';
import type { Outcome } from '#web/lib/light-form.ts';
import { validateAndSend } from '#web/lib/light-form-sending.ts';

export interface ResetMail {
  email: string;
  message: string;
}

/** Validates the form and requests a password reset email. Never throws. */
export function sendResetMail(formData: FormData): Promise<Outcome<ResetMail>> {
  return validateAndSend(ForgotPasswordRequest, Object.fromEntries(formData), async ({ email }) => ({
    email,
    message: await requestPasswordReset(email),
  }));
}
