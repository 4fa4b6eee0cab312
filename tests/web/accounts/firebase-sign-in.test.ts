/** Tests how the page uses Firebase's SDK and interprets its responses. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { providerNames, socialProviders } from '#schema/accounts/social-providers.ts';
import { firebaseSignIn } from '#web/features/accounts/sign-in/social/firebase-sign-in.ts';
import { signInErrorText } from '#web/features/accounts/sign-in/social/sign-in-error-text.ts';
import { SignInError } from '#web/features/accounts/sign-in/social/social-sign-in.ts';

interface AskedProvider {
  providerId: string;
  getCustomParameters: () => object;
  getScopes: () => string[];
}

const sdk = vi.hoisted(() => ({
  initialized: vi.fn((..._: unknown[]) => ({ languageCode: null })),
  redirected: vi.fn((..._: unknown[]): Promise<unknown> => Promise.resolve()),
  result: vi.fn((..._: unknown[]): Promise<unknown> => Promise.resolve(null)),
  signedOut: vi.fn((..._: unknown[]) => Promise.resolve()),
  emulator: vi.fn(),
}));
vi.mock('@firebase/auth', async (original) => ({
  ...(await original<object>()),
  initializeAuth: sdk.initialized,
  signInWithRedirect: sdk.redirected,
  getRedirectResult: sdk.result,
  signOut: sdk.signedOut,
  connectAuthEmulator: sdk.emulator,
}));
const { FirebaseError } = await import('@firebase/app');

const config = { apiKey: 'key', projectId: 'cards-1' };

beforeEach(() => {
  sdk.result.mockResolvedValue(null);
  sdk.redirected.mockClear();
});

test('the SDK is initialized once, without persistence, and signs out with our session', async () => {
  firebaseSignIn(config);
  firebaseSignIn(config);
  expect(sdk.initialized).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('session-ended'));
  expect(sdk.signedOut).toHaveBeenCalledTimes(1);
});

test.each([
  ['google', 'google.com', { prompt: 'select_account' }, []],
  ['facebook', 'facebook.com', { display: 'popup' }, []],
  ['apple', 'apple.com', {}, ['email', 'name']],
] as const)('%s is asked for the right scopes', async (provider, providerId, parameters, scopes) => {
  await firebaseSignIn(config).start(provider);
  const requested = sdk.redirected.mock.calls[0]?.[1] as AskedProvider;
  expect(requested.providerId).toBe(providerId);
  expect(requested.getCustomParameters()).toEqual(parameters);
  expect(requested.getScopes().filter((scope) => scope !== 'profile')).toEqual(scopes);
});

describe('the result of Firebase’s redirect', () => {
  const user = { uid: 'u1', email: 'fay@demo.test', displayName: null, photoURL: null, getIdToken: () => Promise.resolve('tok') };

  test.each([
    ['google.com', 'google'],
    ['apple.com', 'apple'],
    [null, 'redirect'],
  ])('of %s is an identity', async (providerId, provider) => {
    sdk.result.mockResolvedValue({ user, providerId });
    expect(await firebaseSignIn(config).finish()).toEqual({
      idToken: 'tok',
      firebaseUid: 'u1',
      email: 'fay@demo.test',
      displayName: null,
      photoURL: null,
      provider,
    });
  });

  test('is empty if nobody has signed in', async () => {
    expect(await firebaseSignIn(config).finish()).toBeNull();
  });

  test('that conflicts with another kind of account names that kind', async () => {
    sdk.result.mockRejectedValue(new FirebaseError('auth/account-exists-with-different-credential', 'x', { email: 'fay@demo.test' }));
    const refused = await firebaseSignIn(config)
      .finish()
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SignInError);
    expect(refused).toMatchObject({ code: 'MULTI_PROVIDER_AUTH_NEEDED', email: 'fay@demo.test' });
  });

  test('that failed keeps Firebase’s code', async () => {
    sdk.result.mockRejectedValue(new FirebaseError('auth/network-request-failed', 'x'));
    await expect(firebaseSignIn(config).finish()).rejects.toMatchObject({ code: 'auth/network-request-failed' });
  });
});

describe('Firebase’s error texts', () => {
  const codes = [
    'wrong-password',
    'email-already-in-use',
    'user-not-found',
    'too-many-requests',
    'network-request-failed',
    'invalid-credential',
    'user-disabled',
    'popup-blocked',
    'popup-closed-by-user',
    'account-exists-with-different-credential',
    'unauthorized-domain',
    'user-cancelled',
    'web-storage-unsupported',
    'internal-error',
    'operation-not-allowed',
    'timeout',
  ];
  test.each(codes)('differ for each code: auth/%s', (code) => {
    for (const provider of socialProviders) {
      const text = signInErrorText(`auth/${code}`, providerNames[provider]);
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text).not.toContain('auth/');
      expect(text).not.toBe(signInErrorText('auth/never-heard-of', providerNames[provider]));
    }
  });

  test('exist for unknown codes', () => {
    for (const code of ['auth/never-heard-of', 'auth/constructor', 'toString', '__proto__', ''])
      expect(signInErrorText(code, 'Google')).toBe('Signing in with Google didn’t work. Please try again.');
    expect(signInErrorText('MULTI_PROVIDER_AUTH_NEEDED', 'Google')).toBe('This email is already associated with a different provider.');
  });
});
