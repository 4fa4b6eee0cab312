import { t } from '@lingui/core/macro';
import { multiProviderCode } from '#web/features/accounts/sign-in/social/social-sign-in.ts';

const formatMultiProvider = () => t`This email is already associated with a different provider.`;

const formatCancelled = (provider: string) => t`You didn’t finish signing in with ${provider}. Try again whenever you like.`;
const formatUnavailable = (provider: string) => t`Signing in with ${provider} isn’t available right now. Please sign in another way.`;
const formatExpired = () => t`This sign-in took too long. Please try again.`;
const formatWrongPassword = () => t`Wrong email or password. Please check both.`;

/** Messages by Firebase error code, without the `auth/` prefix. */
const texts: Record<string, (provider: string) => string> = {
  'wrong-password': formatWrongPassword,
  'invalid-credential': () => t`Your sign-in has expired. Please sign in again.`,
  'invalid-login-credentials': formatWrongPassword,
  'invalid-email': () => t`This email address isn’t valid. Please check it.`,
  'email-already-in-use': () => t`An account with this email already exists. Please sign in.`,
  'credential-already-in-use': formatMultiProvider,
  'user-not-found': () => t`No account uses this email. Check it, or register.`,
  'user-disabled': () => t`This account is disabled. Contact us if you think that’s a mistake.`,
  'user-token-expired': formatExpired,
  'user-cancelled': formatCancelled,
  'popup-closed-by-user': formatCancelled,
  'cancelled-popup-request': formatCancelled,
  'redirect-cancelled-by-user': formatCancelled,
  'popup-blocked': () => t`Your browser blocked the sign-in window. Please allow pop-ups for this site and try again.`,
  'too-many-requests': () => t`Too many attempts. Please wait a few minutes and try again.`,
  'network-request-failed': () => t`No connection. Check your network and try again.`,
  timeout: (provider) => t`No response from ${provider}. Please try again.`,
  'internal-error': (provider) => t`Something went wrong at ${provider}. Please try again.`,
  'account-exists-with-different-credential': formatMultiProvider,
  'unauthorized-domain': formatUnavailable,
  'operation-not-allowed': formatUnavailable,
  'operation-not-supported-in-this-environment': formatUnavailable,
  'invalid-api-key': formatUnavailable,
  'configuration-not-found': formatUnavailable,
  'web-storage-unsupported': () => t`Your browser blocks storage for this site. Allow it, or sign in with your email and password.`,
  'missing-or-invalid-nonce': formatExpired,
  'no-auth-event': () => t`This sign-in didn’t start on this page. Please try again.`,
};

/** Returns the message for an error code, which is Firebase's (`auth/…`) or our own. `provider` is a display name. */
export function signInErrorText(code: string, provider: string): string {
  if (code === multiProviderCode) return formatMultiProvider();
  const name = code.replace(/^auth\//, '');
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  return text ? text(provider) : t`Signing in with ${provider} didn’t work. Please try again.`;
}
