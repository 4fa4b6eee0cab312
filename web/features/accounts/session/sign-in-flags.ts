/** Session storage flags of a sign-in through a provider, until the visitor is back where they were going. */

/**
 * `redirect_pending`, `auth_provider`: on the way to that provider. `attemptedProvider`, `multiProviderEmail`: the
 * sign-in matched an account of another kind. `auth_redirect_result`, `auth_user_email`: its outcome and account.
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

/** Null also if the browser refuses storage. */
export function getSignInFlag(name: SignInFlag): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null removes the flag. */
export function setSignInFlag(name: SignInFlag, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // The return from the provider is not recognized then, and the visitor signs in again.
  }
}

export function clearSignInFlags(): void {
  for (const name of names) setSignInFlag(name, null);
}
