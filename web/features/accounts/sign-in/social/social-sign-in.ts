import type { SocialProvider } from '#schema/accounts/social-providers.ts';

/** Identity as the provider reported it. Our server trusts only its token. */
export interface ProviderIdentity {
  idToken: string;
  firebaseUid: string | null;
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
  /** Identity provider, or `redirect` if the visitor has returned from a provider that cannot be identified. */
  provider: SocialProvider | 'redirect';
}

export interface SocialSignIn {
  /** Navigates to the provider. Rejects if the provider cannot be reached. */
  start: (provider: SocialProvider) => Promise<void>;
  /**
   * Returns the identity once the visitor is back from the provider, or null if nobody signed in, for example after pressing Back. Rejects
   * with a SignInError.
   */
  finish: () => Promise<ProviderIdentity | null>;
}

export const multiProviderCode = 'MULTI_PROVIDER_AUTH_NEEDED';

/** The error code is Firebase's (`auth/…`) or our own. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly code: string;
  readonly email: string | null;

  constructor(code: string, email: string | null = null) {
    super(code);
    this.code = code;
    this.email = email;
  }
}
