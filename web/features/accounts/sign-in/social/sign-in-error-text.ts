import { multiProviderCode } from '#web/features/accounts/sign-in/social/social-sign-in.ts';

const multiProviderMessage = 'This email is already associated with a different provider.';

const cancelled = (provider: string) => `The sign-in with ${provider} was not finished. You can try again at any time.`;
const notSetUp = (provider: string) => `Signing in with ${provider} is not possible here at the moment. Please use another way.`;
const expired = () => 'This sign-in took too long. Please try again.';
const wrong = () => 'The email or the password is not right. Please check both.';

/** Keyed by Firebase's error codes without `auth/`. */
const texts: Record<string, (provider: string) => string> = {
  'wrong-password': wrong,
  'invalid-credential': () => 'These sign-in details are not valid any more. Please sign in again.',
  'invalid-login-credentials': wrong,
  'invalid-email': () => 'This is no valid email address. Please check it.',
  'email-already-in-use': () => 'There is an account with this email already. Please sign in to it.',
  'credential-already-in-use': () => multiProviderMessage,
  'user-not-found': () => 'There is no account with this email. Please check it, or register.',
  'user-disabled': () => 'This account was disabled. Please write to us if you think that is a mistake.',
  'user-token-expired': expired,
  'user-cancelled': cancelled,
  'popup-closed-by-user': cancelled,
  'cancelled-popup-request': cancelled,
  'redirect-cancelled-by-user': cancelled,
  'popup-blocked': () => 'Your browser blocked the sign-in window. Please allow pop-ups for this site and try again.',
  'too-many-requests': () => 'There were too many tries from here. Please wait a few minutes and try again.',
  'network-request-failed': () => 'No connection. Check your network and try again.',
  timeout: (provider) => `${provider} did not answer in time. Please try again.`,
  'internal-error': (provider) => `Something went wrong at ${provider}. Please try again.`,
  'account-exists-with-different-credential': () => multiProviderMessage,
  'unauthorized-domain': notSetUp,
  'operation-not-allowed': notSetUp,
  'operation-not-supported-in-this-environment': notSetUp,
  'invalid-api-key': notSetUp,
  'configuration-not-found': notSetUp,
  'web-storage-unsupported': () =>
    'Your browser keeps this site from storing anything. Please allow it, or sign in with your email and password.',
  'missing-or-invalid-nonce': expired,
  'no-auth-event': () => 'This sign-in did not begin here. Please press the button again.',
};

/** `code` is Firebase's (`auth/…`) or ours; `provider` is the display name. */
export function signInErrorText(code: string, provider: string): string {
  if (code === multiProviderCode) return multiProviderMessage;
  const name = code.replace(/^auth\//, '');
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  return text ? text(provider) : `The sign-in with ${provider} did not work. Please try again.`;
}
