import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { providerNames, type SocialProvider } from '#schema/accounts/social-providers.ts';
import { TokenExchange, type TokenExchangeRequest } from '#schema/accounts/social-sign-in.ts';
import type { User } from '#schema/accounts/user.ts';
import { SiteConfig } from '#schema/site.ts';
import { endPendingLogout, startSession } from '#web/features/accounts/session/session.ts';
import { clearSignInFlags, getSignInFlag, setSignInFlag } from '#web/features/accounts/session/sign-in-flags.ts';
import { signUpHeaders } from '#web/features/accounts/sign-in/sign-up-language.ts';
import type { SignInConfig } from '#web/features/accounts/sign-in/social/sign-in-config.ts';
import { signInErrorText } from '#web/features/accounts/sign-in/social/sign-in-error-text.ts';
import {
  multiProviderCode,
  type ProviderIdentity,
  SignInError,
  type SocialSignIn,
} from '#web/features/accounts/sign-in/social/social-sign-in.ts';
import { suspendedInShort, suspendedNotice } from '#web/features/accounts/sign-in/suspended-notice.tsx';
import { apiGet, apiSend } from '#web/lib/api/client.ts';
import { ApiError, errorText } from '#web/lib/api-error.ts';
import { findInAppBrowser } from '#web/lib/in-app-browser.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { clearReferralCode, getReferralCode } from '#web/lib/referral-code.ts';

const noTokenCode = 'no_token';

const Answer = v.looseObject({ token: v.optional(v.nullable(v.string())) });

/** Exchanges the provider's token for a session, creating the account if needed. Throws SignInError, ApiError or NetworkError. */
async function exchangeIdentity(identity: ProviderIdentity, beforeSession: (user: User) => void): Promise<User> {
  await endPendingLogout();
  const request: TokenExchangeRequest = { ...identity, ref: getReferralCode() };
  const response = await apiSend('POST', '/api/auth/token', request, Answer, { headers: signUpHeaders() }).catch((error: unknown) => {
    const isProviderConflict = error instanceof ApiError && error.body?.code === 'provider_conflict';
    throw isProviderConflict ? new SignInError(multiProviderCode, identity.email) : error;
  });
  if (!response.token) throw new SignInError(noTokenCode);
  const { token, user } = v.parse(TokenExchange, response);
  clearReferralCode();
  beforeSession(user);
  return startSession({ ...user, token });
}

/** A failed sign-in. The toast shows the title and the message; the page shows only the message. */
export interface SignInFailure {
  title: string;
  message: string;
  /** Longer message that the page shows instead of `message`; the toast always shows `message`. */
  fullMessage?: ReactNode;
}

let configRequest: Promise<SignInConfig> | undefined;

/** Loads the site configuration. Concurrent calls share one request. */
export function loadConfig(): Promise<SignInConfig> {
  configRequest ??= fetchConfig().finally(() => {
    configRequest = undefined;
  });
  return configRequest;
}

async function fetchConfig(): Promise<SignInConfig> {
  const config = await apiGet('/api/config', SiteConfig);
  const browser = findInAppBrowser(navigator.userAgent);
  if (!browser || !config.signInProviders.includes('google')) return config;
  return (await import('#web/features/accounts/sign-in/social/InAppNote.tsx')).withoutGoogle(config, browser);
}

/** Navigates to the identity provider. On failure, clears the flags and rethrows the error. */
export async function beginSignIn(config: SiteConfig, provider: SocialProvider): Promise<void> {
  clearSignInFlags();
  setSignInFlag('redirect_pending', 'true');
  setSignInFlag('auth_provider', provider);
  try {
    await (await loadSocialSignIn(config)).start(provider);
  } catch (error) {
    clearSignInFlags();
    throw error;
  }
}

let finishRequest: Promise<User | null> | undefined;

/** Completes the sign-in after the return from the provider. Concurrent calls share one run. Returns null if nobody signed in. */
export function finishSignIn(): Promise<User | null> {
  finishRequest ??= finish().finally(() => {
    finishRequest = undefined;
  });
  return finishRequest;
}

async function finish(): Promise<User | null> {
  try {
    const signIn = await loadSocialSignIn(await loadConfig());
    const identity = await signIn.finish();
    if (!identity) {
      clearSignInFlags();
      return null;
    }
    const user = await exchangeIdentity(identity, ({ email }) => {
      clearSignInFlags();
      // The redirect after sign-in uses a shorter delay if this flag is set.
      setSignInFlag('auth_redirect_result', 'success');
      setSignInFlag('auth_user_email', email);
    });
    showToast({ title: t`Login Successful`, tone: 'success' });
    return user;
  } catch (error) {
    storeFailure(error);
    throw error;
  }
}

/** Clears this attempt's flags and stores new ones that describe its failure. */
function storeFailure(error: unknown): void {
  const provider = getSignInFlag('auth_provider');
  clearSignInFlags();
  setSignInFlag('auth_redirect_result', 'error');
  if (!(error instanceof SignInError) || error.code !== multiProviderCode) return;
  setSignInFlag('attemptedProvider', provider);
  setSignInFlag('multiProviderEmail', error.email);
}

export function describeFailure(error: unknown, provider: SocialProvider | undefined): SignInFailure {
  const name = provider && providerNames[provider];
  return {
    title: name ? t`${name} Login Failed` : t`Authentication Failed`,
    message: getMessage(error, name ?? t`the provider`),
    fullMessage: suspendedNotice(error),
  };
}

function getMessage(error: unknown, provider: string): string {
  if (error instanceof SignInError) {
    return error.code === noTokenCode ? t`No authentication token returned` : signInErrorText(error.code, provider);
  }
  if (suspendedNotice(error)) return suspendedInShort();
  if (error instanceof ApiError) return t`Authentication failed: ${errorText(error, t`please try again.`)}`;
  return errorText(error, t`There was a problem signing in. Please try again.`);
}

async function loadSocialSignIn(config: SiteConfig): Promise<SocialSignIn> {
  if (config.firebase) return (await import('#web/features/accounts/sign-in/social/firebase-sign-in.ts')).firebaseSignIn(config.firebase);
  if (config.localSignInPage)
    return (await import('#web/features/accounts/sign-in/social/local-sign-in.ts')).localSignIn(config.localSignInPage);
  throw new SignInError('auth/operation-not-allowed');
}
