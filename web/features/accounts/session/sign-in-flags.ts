/** Stores flags in session storage during a sign-in through an identity provider, until the visitor is back on the original page. */

/**
 * `redirect_pending` and `auth_provider` are set while the visitor is at the provider. `attemptedProvider` and `multiProviderEmail` are set
 * if the account uses another sign-in method. `auth_redirect_result` and `auth_user_email` hold the result and the account's email.
 */
const names = [
  'redirect_pending',
  'auth_provider',
  'attemptedProvider',
  'multiProviderEmail',
  'auth_redirect_result',
  'auth_user_email',
] as const;
type SignInFlag = (typeof names)[number];

/** Returns null if the flag is not set or storage is unavailable. */
export function getSignInFlag(name: SignInFlag): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Sets a flag; null removes it. */
export function setSignInFlag(name: SignInFlag, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // If storage is unavailable, the return from the provider is not recognized, and the visitor has to sign in again.
  }
}

export function clearSignInFlags(): void {
  for (const name of names) setSignInFlag(name, null);
}
