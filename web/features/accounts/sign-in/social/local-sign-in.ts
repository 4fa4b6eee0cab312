import { type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import { getSignInFlag } from '#web/features/accounts/session/sign-in-flags.ts';
import { type ProviderIdentity, SignInError, type SocialSignIn } from '#web/features/accounts/sign-in/social/social-sign-in.ts';
import { redirectTo } from '#web/lib/redirect-to.ts';

/** Signs in through a local test page, which redirects to /auth with a token in the fragment. */
export function localSignIn(page: string): SocialSignIn {
  return {
    async start(provider) {
      redirectTo(`${page}?${new URLSearchParams({ provider, origin: location.origin })}`);
    },
    async finish() {
      const parameters = new URLSearchParams(location.hash.slice(1));
      // Removes the token from the URL immediately so that it cannot be copied and does not remain in the browser history.
      history.replaceState(history.state, '', location.pathname + location.search);
      const error = parameters.get('error');
      if (error) throw new SignInError(error);
      const idToken = parameters.get('id_token');
      if (!idToken) return null;
      // Prevents login CSRF: an attacker's link must not sign in the visitor who opens it.
      if (getSignInFlag('redirect_pending') === null) throw new SignInError('auth/no-auth-event');
      return readIdentity(idToken, parseProvider(parameters.get('provider')));
    },
  };
}

function parseProvider(name: string | null): SocialProvider | 'redirect' {
  return socialProviders.find((provider) => provider === name) ?? 'redirect';
}

function readIdentity(idToken: string, provider: ProviderIdentity['provider']): ProviderIdentity {
  const claims = decodeClaims(idToken);
  const readClaim = (name: string) => (typeof claims[name] === 'string' ? claims[name] : null);
  return {
    idToken,
    firebaseUid: readClaim('sub'),
    email: readClaim('email'),
    displayName: readClaim('name'),
    photoURL: readClaim('picture'),
    provider,
  };
}

function decodeClaims(token: string): Record<string, unknown> {
  try {
    const payload = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const claims: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(payload, (letter) => letter.charCodeAt(0))));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
