import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { SocialProvider } from '#schema/accounts/social-providers.ts';
import type { SiteConfig } from '#schema/site.ts';
import { forgetSignInFlags, signInFlag } from '#web/features/accounts/session/sign-in-flags.ts';
import type { SignInFailure } from '#web/features/accounts/sign-in/social/flow.ts';
import { isBackFromProvider, providerUnderWay } from '#web/features/accounts/sign-in/social/way-back.ts';
import { didNotComeThrough } from '#web/lib/light-form.ts';
import { importAgain } from '#web/lib/react/page.tsx';
import { showToast } from '#web/lib/react/toast.ts';

export interface SocialSignInState {
  providers: SocialProvider[] | null | undefined;
  ask: () => void;
  isAsking: boolean;
  leavingFor: SocialProvider | undefined;
  isFinishing: boolean;
  finishingWith: SocialProvider | undefined;
  failure: ReactNode;
  knownEmail: string | undefined;
  start: (provider: SocialProvider) => void;
  dismissFailure: () => void;
}

/** Loaded on demand with the response schemas, which the page itself does not need. */
const loadFlow = () => importAgain(() => import('#web/features/accounts/sign-in/social/flow.ts'));

async function described(error: unknown, provider: SocialProvider | undefined): Promise<SignInFailure> {
  try {
    return (await loadFlow()).describeFailure(error, provider);
  } catch {
    return { title: 'Authentication Failed', message: `The sign-in ${didNotComeThrough}` };
  }
}

export function useSocialSignIn(): SocialSignInState {
  const [config, setConfig] = useState<SiteConfig | null>();
  const [isAsking, setIsAsking] = useState(false);
  const [leavingFor, setLeavingFor] = useState<SocialProvider>();
  const [finishing, setFinishing] = useState<{ provider: SocialProvider | undefined }>();
  const [failure, setFailure] = useState<ReactNode>();
  const [knownEmail, setKnownEmail] = useState<string>();

  async function fail(error: unknown, provider: SocialProvider | undefined) {
    const { title, message, inFull = message } = await described(error, provider);
    setFailure(inFull);
    showToast({ title, description: message, tone: 'error' });
  }

  const ask = useCallback(async () => {
    setIsAsking(true);
    const answer = await loadFlow()
      .then((flow) => flow.loadConfig())
      .catch(() => null);
    setConfig(answer);
    setIsAsking(false);
  }, []);
  useEffect(() => {
    // Deferred so that the browser can respond to a press first.
    const soon = setTimeout(ask);
    return () => clearTimeout(soon);
  }, [ask]);
  useEffect(() => {
    if (config !== null) return;
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [config, ask]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    setKnownEmail(signInFlag('multiProviderEmail') ?? undefined);
    if (!isBackFromProvider()) return;
    let hasLeft = false;
    const provider = providerUnderWay();
    setFinishing({ provider });
    const finished = loadFlow().then((flow) => flow.finishSignIn());
    finished.then(
      () => !hasLeft && setFinishing(undefined),
      (error: unknown) => {
        if (hasLeft) return;
        setFinishing(undefined);
        setKnownEmail(signInFlag('multiProviderEmail') ?? undefined);
        void fail(error, provider);
      },
    );
    return () => {
      hasLeft = true;
    };
  }, []);

  useEffect(() => {
    // "Back" from the provider may restore this page from the back/forward cache.
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
    const begun = loadFlow().then((flow) => flow.beginSignIn(config, provider));
    begun.catch((error: unknown) => {
      setLeavingFor(undefined);
      void fail(error, provider);
    });
  }

  return {
    providers: config === null ? null : config?.signInProviders,
    ask,
    isAsking,
    leavingFor,
    isFinishing: finishing !== undefined,
    finishingWith: finishing?.provider,
    failure,
    knownEmail,
    start,
    dismissFailure: () => setFailure(undefined),
  };
}
