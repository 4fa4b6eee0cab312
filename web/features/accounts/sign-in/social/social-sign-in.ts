import type { SocialProvider } from '#schema/accounts/social-providers.ts';

/** As reported by the provider; our server trusts only the token. */
export interface ProviderIdentity {
  idToken: string;
  firebaseUid: string | null;
  email: string | null;
  displayName: string | null;
  photoURL: string | null;
  /** `redirect` if the return does not name the provider. */
  provider: SocialProvider | 'redirect';
}

export interface SocialSignIn {
  /** Navigates away. Rejects if the provider cannot be reached. */
  start: (provider: SocialProvider) => Promise<void>;
  /** After the return. Null if nobody signed in, e.g. after "Back". Rejects with a SignInError. */
  finish: () => Promise<ProviderIdentity | null>;
}

export const multiProviderCode = 'MULTI_PROVIDER_AUTH_NEEDED';

/** `code` is the provider's (`auth/…`) or ours. */
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
