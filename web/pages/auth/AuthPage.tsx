import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '#web/features/accounts/sign-in/auth.css';
import { useLayoutEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { providerNames } from '#schema/accounts/social-providers.ts';
import { routes } from '#schema/routes.ts';
import campfire from '#web/art/campfire.svg';
import { returnPath } from '#web/features/accounts/session/return-path.ts';
import { AuthAlert } from '#web/features/accounts/sign-in/AuthAlert.tsx';
import { PasskeySlot } from '#web/features/accounts/sign-in/PasskeySlot.tsx';
import { loadRegisterForm, RegisterTab } from '#web/features/accounts/sign-in/RegisterTab.tsx';
import { SignInForm } from '#web/features/accounts/sign-in/SignInForm.tsx';
import { SocialButtons } from '#web/features/accounts/sign-in/social/SocialButtons.tsx';
import { useSocialSignIn } from '#web/features/accounts/sign-in/social/use-social-sign-in.ts';
import { isKnownDevice } from '#web/lib/auth-storage.ts';
import { useDocumentTitle } from '#web/lib/react/document-title.ts';
import { isHydratingNow } from '#web/lib/react/hydration.ts';
import { usePrefetch } from '#web/lib/react/prefetch.ts';
import { clearReferralCode, getReferralCode, storeReferralCode } from '#web/lib/referral-code.ts';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

type AuthTab = 'login' | 'register';

const tabLabel = (tab: AuthTab) => (tab === 'login' ? t`Sign In` : t`Register`);
const tabs = () => (['login', 'register'] as const).map((id) => ({ id, label: tabLabel(id) }));

/**
 * Opens the Register tab for invited visitors, for visitors who followed a link to register, and for finders on a device where nobody has
 * signed in before.
 */
export function AuthPage() {
  const [query, setQuery] = useSearchParams();
  const isInvited = query.has('ref');
  // The prerendered page does not know the URL or the history state. Both are applied after hydration.
  const [tab, setTab] = useState<AuthTab>(() => (isHydratingNow() ? 'login' : getInitialTab(isInvited)));
  useLayoutEffect(() => {
    if (getInitialTab(isInvited) === 'register') setTab('register');
  }, [isInvited]);
  const [invitation] = useState(() => {
    storeReferralCode(query.toString());
    return getReferralCode();
  });
  const [waitingCard, setWaitingCard] = useState<string | null>(null);
  // The card that the visitor returns to is unknown while prerendering, so it is set after hydration.
  useLayoutEffect(() => setWaitingCard(getReturnCardId()), []);
  const socialSignIn = useSocialSignIn();
  const { inAppNote } = socialSignIn;
  const socialButtons = <SocialButtons social={socialSignIn} />;
  useDocumentTitle(tabLabel(tab));
  usePrefetch(loadRegisterForm);

  const otherTab = tab === 'login' ? 'register' : 'login';

  function changeTab(nextTab: AuthTab) {
    if (nextTab !== tab) socialSignIn.dismissFailure();
    setTab(nextTab);
  }

  function declineInvitation() {
    clearReferralCode();
    // Remove the invitation from the URL too because a reload would restore it.
    setQuery(
      (current) => {
        const remainingQuery = new URLSearchParams(current);
        remainingQuery.delete('ref');
        return remainingQuery;
      },
      { replace: true },
    );
  }

  return (
    <div className="stack gap-5 auth">
      <div className="auth-welcome">
        <img src={campfire} width={440} height={330} alt="" />
        <h1>{waitingCard ? t`Your Cache Card is waiting` : tab === 'login' ? t`Welcome back, explorer` : t`Join the treasure hunt`}</h1>
        <p className="muted">
          {waitingCard
            ? tab === 'login'
              ? t`Sign in to earn a Treasure Token for ${waitingCard}.`
              : t`Register to earn a Treasure Token for ${waitingCard}.`
            : tab === 'login'
              ? t`Your map, tokens and cards are right where you left them.`
              : t`Joining is free, and every new card you scan brings you closer to a vacation.`}
        </p>
        <p className="auth-other-tab">
          {tab === 'login' ? t`New here?` : t`Already a member?`}{' '}
          <button type="button" className="ghost button-small" onClick={() => changeTab(otherTab)}>
            {tabLabel(otherTab)}
          </button>
        </p>
      </div>
      {socialSignIn.isFinishing ? (
        <div className="sheet auth-sheet">
          <Spinner
            label={
              socialSignIn.finishingProvider ? t`Signing you in with ${providerNames[socialSignIn.finishingProvider]}…` : t`Signing you in…`
            }
          />
        </div>
      ) : (
        <div className="sheet auth-sheet" onSubmitCapture={socialSignIn.dismissFailure}>
          <noscript>
            <p>{t`Signing in needs JavaScript. Turn it on, then reload the page.`}</p>
          </noscript>
          <AuthAlert message={socialSignIn.failure} />
          {socialSignIn.failure !== undefined && socialSignIn.knownEmail !== undefined && (
            <KnownAccountHint email={socialSignIn.knownEmail} />
          )}
          <Tabs tabs={tabs()} active={tab} onChange={changeTab} label={t`Sign in or register`}>
            <TabPanel id="login">
              {inAppNote ?? socialButtons}
              <SignInForm knownEmail={socialSignIn.knownEmail} />
              <PasskeySlot />
              {inAppNote && socialButtons}
            </TabPanel>
            <TabPanel id="register">
              {inAppNote ?? socialButtons}
              <RegisterTab tab={tab} invitation={invitation} onRefuseInvitation={declineInvitation} />
              {inAppNote && socialButtons}
            </TabPanel>
          </Tabs>
        </div>
      )}
    </div>
  );
}

/** Shown if the account exists but uses another sign-in method. */
function KnownAccountHint({ email }: { email: string }) {
  return (
    <p className="auth-other-way">
      <Trans>
        Sign in to <strong>{email}</strong> with your password or the provider you joined with.
      </Trans>
    </p>
  );
}

/** Returns the id of the card whose page the visitor returns to after signing in, or null. */
function getReturnCardId(): string | null {
  const { pathname, searchParams } = new URL(returnPath(), location.origin);
  return pathname === routes.card.path ? searchParams.get('id') : null;
}

function getInitialTab(isInvited: boolean): AuthTab {
  const state: { tab?: unknown } | null = history.state;
  const isNew = getReturnCardId() !== null && !isKnownDevice();
  return isInvited || isNew || state?.tab === 'register' ? 'register' : 'login';
}
