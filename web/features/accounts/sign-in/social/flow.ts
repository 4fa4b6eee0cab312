/** A sign-in through a provider from the press of its button to the session, with what it leaves in the storage on the way. */
import type { ReactNode } from 'react';
import { providerNames, type SocialProvider } from '#schema/accounts/social-providers.ts';
import type { User } from '#schema/accounts/user.ts';
import { SiteConfig } from '#schema/site.ts';
import { forgetSignInFlags, setSignInFlag, signInFlag } from '#web/features/accounts/session/sign-in-flags.ts';
import { exchangeIdentity, noTokenCode } from '#web/features/accounts/sign-in/social/exchange.ts';
import { loadSocialSignIn } from '#web/features/accounts/sign-in/social/load-social-sign-in.ts';
import { signInErrorText } from '#web/features/accounts/sign-in/social/sign-in-error-text.ts';
import { multiProviderCode, SignInError } from '#web/features/accounts/sign-in/social/social-sign-in.ts';
import { suspendedInShort, suspendedNotice } from '#web/features/accounts/sign-in/suspended-notice.tsx';
import { apiGet } from '#web/lib/api/client.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';

/** What a failed sign-in is told with: a toast's title, and the sentence in both. */
export interface SignInFailure {
  title: string;
  message: string;
  /** On the page in place of the message, where there is more to say. */
  inFull?: ReactNode;
}

let asked: Promise<SiteConfig> | undefined;

/** How this site is set up: what it signs in with. Who asks meanwhile gets the same answer. */
export function loadConfig(): Promise<SiteConfig> {
  asked ??= apiGet('/api/config', SiteConfig).finally(() => {
    asked = undefined;
  });
  return asked;
}

/** Leaves for the provider. Throws what kept it from that. */
export async function beginSignIn(config: SiteConfig, provider: SocialProvider): Promise<void> {
  forgetSignInFlags();
  setSignInFlag('redirect_pending', 'true');
  setSignInFlag('auth_provider', provider);
  try {
    await (await loadSocialSignIn(config)).start(provider);
  } catch (error) {
    forgetSignInFlags();
    throw error;
  }
}

let finishing: Promise<User | null> | undefined;

/** Ends what was begun before leaving: once, however often it is asked for. Null where nobody has signed in. */
export function finishSignIn(): Promise<User | null> {
  finishing ??= finish().finally(() => {
    finishing = undefined;
  });
  return finishing;
}

async function finish(): Promise<User | null> {
  try {
    const signIn = await loadSocialSignIn(await loadConfig());
    const identity = await signIn.finish();
    if (!identity) {
      forgetSignInFlags();
      return null;
    }
    const user = await exchangeIdentity(identity, ({ email }) => {
      forgetSignInFlags();
      // Until the redirect that follows: it is a shorter one.
      setSignInFlag('auth_redirect_result', 'success');
      setSignInFlag('auth_user_email', email);
    });
    showToast({ title: 'Login Successful', tone: 'success' });
    return user;
  } catch (error) {
    keepFailure(error);
    throw error;
  }
}

/** What the next try needs to know; the one before is over. */
function keepFailure(error: unknown): void {
  const provider = signInFlag('auth_provider');
  forgetSignInFlags();
  setSignInFlag('auth_redirect_result', 'error');
  if (!(error instanceof SignInError) || error.code !== multiProviderCode) return;
  setSignInFlag('attemptedProvider', provider);
  setSignInFlag('multiProviderEmail', error.email);
}

/** A failed sign-in in words. */
export function describeFailure(error: unknown, provider: SocialProvider | undefined): SignInFailure {
  const name = provider && providerNames[provider];
  return {
    title: name ? `${name} Login Failed` : 'Authentication Failed',
    message: messageOf(error, name ?? 'the provider'),
    inFull: suspendedNotice(error),
  };
}

function messageOf(error: unknown, provider: string): string {
  if (error instanceof SignInError) {
    return error.code === noTokenCode ? 'No authentication token returned' : signInErrorText(error.code, provider);
  }
  if (suspendedNotice(error)) return suspendedInShort;
  if (error instanceof ApiError) return `Authentication failed: ${errorText(error, 'please try again.')}`;
  return errorText(error, 'There was a problem signing in. Please try again.');
}
