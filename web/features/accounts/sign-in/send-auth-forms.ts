import { LoginRequest, RegisterForm } from '#schema/accounts/account.ts';
import type { User } from '#schema/accounts/user.ts';
import { register, signIn } from '#web/features/accounts/sign-in/api.ts';
import { suspendedInShort, suspendedNotice } from '#web/features/accounts/sign-in/suspended-notice.tsx';
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
      showToast({ title: 'Login Successful', tone: 'success' });
      return user;
    },
    (error) => {
      if (suspendedNotice(error)) return suspendedInShort;
      return errorText(error, error instanceof ApiError ? `Login failed: ${error.status}` : 'Error logging in with email/password');
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
      showToast({ title: 'Registration Successful', tone: 'success' });
      return user;
    },
    (error) => errorText(error, 'Error registering with email/password'),
  );
}
