import { t } from '@lingui/core/macro';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import { clearSignInFlags, getSignInFlag } from '#web/features/accounts/session/sign-in-flags.ts';
import type { SignInFailure } from '#web/features/accounts/sign-in/social/flow.ts';
import type { SignInConfig } from '#web/features/accounts/sign-in/social/sign-in-config.ts';
import { loadFailedText } from '#web/lib/light-form.ts';
import { importWithRetry } from '#web/lib/react/page.tsx';
import { showToast } from '#web/lib/react/toast.ts';

export interface SocialSignInState {
  providers: SocialProvider[] | null | undefined;
  inAppNote: ReactNode;
  loadProviders: () => void;
  isLoadingProviders: boolean;
  redirectProvider: SocialProvider | undefined;
  isFinishing: boolean;
  finishingProvider: SocialProvider | undefined;
  failure: ReactNode;
  knownEmail: string | undefined;
  start: (provider: SocialProvider) => void;
  dismissFailure: () => void;
}

/** Loads the sign-in flow on demand, together with the response schemas, which the page itself does not need. */
const loadFlow = () => importWithRetry(() => import('#web/features/accounts/sign-in/social/flow.ts'));

async function describeFailure(error: unknown, provider: SocialProvider | undefined): Promise<SignInFailure> {
  try {
    return (await loadFlow()).describeFailure(error, provider);
  } catch {
    return { title: t`Authentication Failed`, message: loadFailedText(t`Sign-in did not load completely.`) };
  }
}

export function useSocialSignIn(): SocialSignInState {
  const [config, setConfig] = useState<SignInConfig | null>();
  const [isLoadingProviders, setIsLoadingProviders] = useState(false);
  const [redirectProvider, setRedirectProvider] = useState<SocialProvider>();
  const [finishing, setFinishing] = useState<{ provider: SocialProvider | undefined }>();
  const [failure, setFailure] = useState<ReactNode>();
  const [knownEmail, setKnownEmail] = useState<string>();

  async function fail(error: unknown, provider: SocialProvider | undefined) {
    const { title, message, fullMessage = message } = await describeFailure(error, provider);
    setFailure(fullMessage);
    showToast({ title, description: message, tone: 'error' });
  }

  const loadProviders = useCallback(async () => {
    setIsLoadingProviders(true);
    const response = await loadFlow()
      .then((flow) => flow.loadConfig())
      .catch(() => null);
    setConfig(response);
    setIsLoadingProviders(false);
  }, []);
  useEffect(() => {
    // Loads the providers in a timer so that the browser can respond to a button press first.
    const timer = setTimeout(loadProviders);
    return () => clearTimeout(timer);
  }, [loadProviders]);
  useEffect(() => {
    if (config !== null) return;
    addEventListener('online', loadProviders);
    return () => removeEventListener('online', loadProviders);
  }, [config, loadProviders]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    setKnownEmail(getSignInFlag('multiProviderEmail') ?? undefined);
    if (!hasReturnedFromProvider()) return;
    let isUnmounted = false;
    const provider = getPendingProvider();
    setFinishing({ provider });
    const signInFinish = loadFlow().then((flow) => flow.finishSignIn());
    signInFinish.then(
      () => !isUnmounted && setFinishing(undefined),
      (error: unknown) => {
        if (isUnmounted) return;
        setFinishing(undefined);
        setKnownEmail(getSignInFlag('multiProviderEmail') ?? undefined);
        void fail(error, provider);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, []);

  useEffect(() => {
    // Resets the buttons because going back from the provider's page may restore this page from the back/forward cache.
    const handlePageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      clearSignInFlags();
      setRedirectProvider(undefined);
    };
    addEventListener('pageshow', handlePageShow);
    return () => removeEventListener('pageshow', handlePageShow);
  }, []);

  function start(provider: SocialProvider) {
    if (redirectProvider !== undefined || !config) return;
    setFailure(undefined);
    setRedirectProvider(provider);
    const signInStart = loadFlow().then((flow) => flow.beginSignIn(config, provider));
    signInStart.catch((error: unknown) => {
      setRedirectProvider(undefined);
      void fail(error, provider);
    });
  }

  return {
    providers: config === null ? null : config?.signInProviders,
    inAppNote: config?.inAppNote,
    loadProviders,
    isLoadingProviders,
    redirectProvider,
    isFinishing: finishing !== undefined,
    finishingProvider: finishing?.provider,
    failure,
    knownEmail,
    start,
    dismissFailure: () => setFailure(undefined),
  };
}

function hasReturnedFromProvider(): boolean {
  return getSignInFlag('redirect_pending') !== null || hasReturnedFragment();
}

function getPendingProvider(): SocialProvider | undefined {
  return socialProviders.find((provider) => provider === getSignInFlag('auth_provider'));
}

function hasReturnedFragment(): boolean {
  const fragment = new URLSearchParams(location.hash.slice(1));
  return fragment.has('provider') && (fragment.has('id_token') || fragment.has('error'));
}
