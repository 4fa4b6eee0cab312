/** Signs in through Firebase, using only its redirect flow. Loaded on click and on return from the provider. */
import { FirebaseError, initializeApp } from '@firebase/app';
import {
  type Auth,
  type AuthProvider,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  FacebookAuthProvider,
  GoogleAuthProvider,
  getRedirectResult,
  initializeAuth,
  inMemoryPersistence,
  OAuthProvider,
  signInWithRedirect,
  signOut,
} from '@firebase/auth';
import { type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import type { SiteConfig } from '#schema/site.ts';
import { multiProviderCode, SignInError, type SocialSignIn } from '#web/features/accounts/sign-in/social/social-sign-in.ts';

type FirebaseConfig = NonNullable<SiteConfig['firebase']>;

let auth: Auth | undefined;

export function firebaseSignIn(config: FirebaseConfig): SocialSignIn {
  const authLoading = openAuth(config);
  return {
    start: (provider) => signInWithRedirect(authLoading, createProvider(provider)).catch(fail),
    async finish() {
      const result = await getRedirectResult(authLoading).catch(fail);
      if (!result) return null;
      const { user, providerId } = result;
      return {
        idToken: await user.getIdToken().catch(fail),
        firebaseUid: user.uid,
        email: user.email,
        displayName: user.displayName,
        photoURL: user.photoURL,
        provider: socialProviders.find((name) => name === providerId?.split('.')[0]) ?? 'redirect',
      };
    },
  };
}

function openAuth(config: FirebaseConfig): Auth {
  if (auth) return auth;
  const app = initializeApp({ apiKey: config.apiKey, projectId: config.projectId, authDomain: getAuthDomain(config) });
  // Firebase's session is not persisted, because our own session replaces it.
  const initializedAuth = initializeAuth(app, { persistence: inMemoryPersistence, popupRedirectResolver: browserPopupRedirectResolver });
  initializedAuth.languageCode = navigator.language;
  if (config.emulator) connectAuthEmulator(initializedAuth, config.emulator, { disableWarnings: true });
  addEventListener('session-ended', () => void signOut(initializedAuth).catch(() => undefined));
  auth = initializedAuth;
  return initializedAuth;
}

/**
 * Returns our own host, which proxies Firebase's pages because browsers partition storage by site. The SDK supports only https, so on a
 * page without https this returns Firebase's own host.
 */
function getAuthDomain({ projectId }: FirebaseConfig): string {
  return location.protocol === 'https:' ? location.host : `${projectId}.firebaseapp.com`;
}

function createProvider(provider: SocialProvider): AuthProvider {
  switch (provider) {
    case 'google':
      return new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' });
    case 'facebook':
      return new FacebookAuthProvider().setCustomParameters({ display: 'popup' });
    case 'apple': {
      const apple = new OAuthProvider('apple.com');
      apple.addScope('email');
      apple.addScope('name');
      return apple;
    }
  }
}

function fail(error: unknown): never {
  if (!(error instanceof FirebaseError)) throw error;
  const email = typeof error.customData?.email === 'string' ? error.customData.email : null;
  const isProviderConflict = error.code === 'auth/account-exists-with-different-credential';
  throw new SignInError(isProviderConflict ? multiProviderCode : error.code, email);
}
