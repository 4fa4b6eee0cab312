/** The state of signing in through a provider, for the page that offers it. */
import { useEffect, useState } from 'react';
import { SiteConfig } from '#schema/site.ts';
import type { SocialProvider } from '#schema/social-sign-in.ts';
import { useToast } from '#web/components/Toast.tsx';
import { beginSignIn, describeFailure, finishSignIn, isBackFromProvider, providerUnderWay } from '#web/features/auth/social/flow.ts';
import { apiGet } from '#web/lib/api.ts';
import { forgetSignInFlags, signInFlag } from '#web/lib/sign-in-flags.ts';
import { useSiteConfig } from '#web/lib/site-config.ts';

export interface SocialSignInState {
  /** Undefined until it is known which there are. */
  providers: SocialProvider[] | undefined;
  /** Whose page is being opened. */
  leavingFor: SocialProvider | undefined;
  /** While what the visitor brought back is being exchanged. */
  isFinishing: boolean;
  /** With whom that is. */
  finishingWith: SocialProvider | undefined;
  failure: string | undefined;
  /** Of the account that a sign-in met which another kind of sign-in opens. */
  knownEmail: string | undefined;
  start: (provider: SocialProvider) => void;
  /** Another way of signing in is tried. */
  dismissFailure: () => void;
}

/** Goes to a provider, and takes up the return from one. */
export function useSocialSignIn(): SocialSignInState {
  const toast = useToast();
  const { data: config, error: configError } = useSiteConfig();
  const [leavingFor, setLeavingFor] = useState<SocialProvider>();
  const [finishing, setFinishing] = useState<{ provider: SocialProvider | undefined }>();
  const [failure, setFailure] = useState<string>();
  const [knownEmail, setKnownEmail] = useState<string>();

  function fail(error: unknown, provider: SocialProvider | undefined) {
    const { title, message } = describeFailure(error, provider);
    setFailure(message);
    toast({ title, description: message, tone: 'error' });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    setKnownEmail(signInFlag('multiProviderEmail') ?? undefined);
    if (!isBackFromProvider()) return;
    let hasLeft = false;
    const provider = providerUnderWay();
    setFinishing({ provider });
    finishSignIn(() => apiGet('/api/config', SiteConfig)).then(
      () => !hasLeft && setFinishing(undefined),
      (error: unknown) => {
        if (hasLeft) return;
        setFinishing(undefined);
        setKnownEmail(signInFlag('multiProviderEmail') ?? undefined);
        fail(error, provider);
      },
    );
    return () => {
      hasLeft = true;
    };
  }, []);

  useEffect(() => {
    // "Back" from the provider may show this page as it was left.
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      forgetSignInFlags();
      setLeavingFor(undefined);
    };
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, []);

  function start(provider: SocialProvider) {
    if (leavingFor !== undefined || !config) return;
    setFailure(undefined);
    setLeavingFor(provider);
    beginSignIn(config, provider).catch((error: unknown) => {
      setLeavingFor(undefined);
      fail(error, provider);
    });
  }

  return {
    providers: config?.signInProviders ?? (configError ? [] : undefined),
    leavingFor,
    isFinishing: finishing !== undefined,
    finishingWith: finishing?.provider,
    failure,
    knownEmail,
    start,
    dismissFailure: () => setFailure(undefined),
  };
}
