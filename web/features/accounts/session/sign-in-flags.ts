/** What a sign-in through a provider leaves in the session storage while the visitor is away, and until they are where they wanted to go. */

/**
 * `redirect_pending`: on the way to a provider; `auth_provider`: to which. `attemptedProvider` and `multiProviderEmail`: whose
 * sign-in met an account of another kind, and which. `auth_redirect_result` and `auth_user_email`: how it ended, and for whom.
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

/** Null where there is none, or where the browser refuses its storage. */
export function signInFlag(name: SignInFlag): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a flag; null takes it away. */
export function setSignInFlag(name: SignInFlag, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // Then a return from a provider is not known as one, and the visitor signs in anew.
  }
}

/** Takes all of them away. */
export function forgetSignInFlags(): void {
  for (const name of names) setSignInFlag(name, null);
}
