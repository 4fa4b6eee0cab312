import { t } from '@lingui/core/macro';
import type * as v from 'valibot';
import { LoginRequest, RegisterForm, type RegisterRequest } from '#schema/accounts/account.ts';
import { SignedInUser, type User } from '#schema/accounts/user.ts';
import { endPendingLogout, startSession } from '#web/features/accounts/session/session.ts';
import { signUpHeaders } from '#web/features/accounts/sign-in/sign-up-language.ts';
import { suspendedInShort, suspendedNotice } from '#web/features/accounts/sign-in/suspended-notice.tsx';
import { apiSend } from '#web/lib/api/client.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import type { Outcome } from '#web/lib/light-form.ts';
import { validateAndSend } from '#web/lib/light-form-sending.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { clearReferralCode } from '#web/lib/referral-code.ts';

/** Validates and sends the sign-in form. Never throws. */
export function sendSignIn(formData: FormData): Promise<Outcome<User>> {
  return validateAndSend(
    LoginRequest,
    Object.fromEntries(formData),
    async (credentials) => {
      const user = await signIn(credentials);
      showToast({ title: t`Login Successful`, tone: 'success' });
      return user;
    },
    (error) => {
      if (suspendedNotice(error)) return suspendedInShort();
      return errorText(error, error instanceof ApiError ? t`Login failed: ${error.status}` : t`Error logging in with email/password`);
    },
    suspendedNotice,
  );
}

/** Validates and sends the registration form. `ref` is the referral code. Never throws. */
export function sendRegistration(formData: FormData, ref: string | null): Promise<Outcome<User>> {
  return validateAndSend(
    RegisterForm,
    { ...Object.fromEntries(formData), acceptedTerms: formData.has('acceptedTerms') },
    async (form) => {
      const user = await register(ref === null ? form : { ...form, ref });
      clearReferralCode();
      showToast({ title: t`Registration Successful`, tone: 'success' });
      return user;
    },
    (error) => errorText(error, t`Error registering with email/password`),
  );
}

/** Sends the sign-in and registration requests. These functions throw ApiError or NetworkError. */
async function signIn(credentials: v.InferInput<typeof LoginRequest>): Promise<User> {
  await endPendingLogout();
  return startSession(await apiSend('POST', '/api/login', credentials, SignedInUser));
}

async function register(form: v.InferInput<typeof RegisterRequest>): Promise<User> {
  await endPendingLogout();
  return startSession(await apiSend('POST', '/api/register', form, SignedInUser, { headers: signUpHeaders() }));
}
