/** Signing in through Google, Facebook or Apple: leaving for the provider, and coming back from there. */
import type { SocialProvider } from '#schema/accounts/social-providers.ts';

/** Who has come back, as the provider says; our server believes only the token. */
export interface ProviderIdentity {
  idToken: string;
  firebaseUid: string | null;
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
  /** `redirect` where the way back does not tell. */
  provider: SocialProvider | 'redirect';
}

export interface SocialSignIn {
  /** Leaves the site. Rejects where the provider cannot be reached. */
  start: (provider: SocialProvider) => Promise<void>;
  /** After the return. Null where nobody has signed in, e.g. after "Back". Rejects with a SignInError. */
  finish: () => Promise<ProviderIdentity | null>;
}

/** The provider's code for an e-mail that belongs to an account of another kind. */
export const multiProviderCode = 'MULTI_PROVIDER_AUTH_NEEDED';

/** Why a sign-in did not come about; `code` is the provider's own (`auth/…`) or one of ours. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly code: string;
  /** Of the account that the sign-in met. */
  readonly email: string | null;

  constructor(code: string, email: string | null = null) {
    super(code);
    this.code = code;
    this.email = email;
  }
}
