import { t } from '@lingui/core/macro';
import { useLocation, useSearchParams } from 'wouter';
import { EmailText } from '#web/ui/EmailText.tsx';
import '#web/pages/account/account.css';
import { useCallback } from 'react';
import { AccountPasswordForm, AccountProfileForm } from '#schema/accounts/account.ts';
import { updateProfile } from '#web/features/accounts/account/account-api.ts';
import { BouncedEmail } from '#web/features/accounts/account/BouncedEmail.tsx';
import { PreferencesTab } from '#web/features/accounts/account/PreferencesTab.tsx';
import { ProfileForm } from '#web/features/accounts/account/ProfileForm.tsx';
import { PasskeySection } from '#web/features/accounts/account/security/PasskeySection.tsx';
import { PasswordSection } from '#web/features/accounts/account/security/PasswordSection.tsx';
import { RecentSignIns } from '#web/features/accounts/account/security/RecentSignIns.tsx';
import { SessionList } from '#web/features/accounts/account/security/SessionList.tsx';
import { signOut, useUser } from '#web/features/accounts/session/session.ts';
import { OwnMessages } from '#web/features/messages/OwnMessages.tsx';
import { NewCardsPreference } from '#web/features/notifications/NewCardsChoice.tsx';
import { NotificationPreferences } from '#web/features/notifications/NotificationChoices.tsx';
import { paths } from '#web/lib/paths.ts';
import { MembershipTab } from '#web/pages/account/MembershipTab.tsx';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { LogoutIcon } from '#web/ui/icons/shell-icons.tsx';
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx';

const tabs = () =>
  [
    { id: 'profile', label: t`Profile Information` },
    { id: 'security', label: t`Security` },
    { id: 'membership', label: t`Membership` },
    { id: 'messages', label: t`Messages` },
    { id: 'preferences', label: t`Preferences` },
  ] as const;

const profileToasts = () => ({
  saved: { title: t`Profile Updated`, description: t`Your account information has been updated successfully.` },
  failed: t`Update Failed`,
});
const passwordToasts = () => ({
  saved: { title: t`Password Updated`, description: t`Your password has been changed successfully.` },
  failed: t`Password Change Failed`,
});

export function AccountPage() {
  const { user } = useUser();
  const goBack = useGoBack(paths.dashboard());
  const [query, setQuery] = useSearchParams();
  const active = tabs().find((tab) => tab.id === query.get('tab'))?.id ?? 'profile';
  if (!user) return null;

  // Replaces the history entry so that "Back to Dashboard" leaves this page.
  const choose = (tab: string) => setQuery({ tab }, { replace: true });

  return (
    <div className="page stack gap-5 account-page">
      <header className="stack gap-2 account-head">
        <button type="button" className="ghost back-button" onClick={goBack}>
          <BackIcon />
          {t`Back to Dashboard`}
        </button>
        <div className="spread">
          <h1>{t`My Account`}</h1>
          <ActionButton className="secondary button-small" action={signOut} isForViewers>
            <LogoutIcon />
            {t`Logout`}
          </ActionButton>
        </div>
        <p className="muted">
          <EmailText email={user.email} />
        </p>
      </header>
      <Tabs tabs={tabs()} active={active} onChange={choose} label={t`Account sections`}>
        <TabPanel id="profile">
          <BouncedEmail user={user} />
          <ProfileForm user={user} schema={AccountProfileForm} save={updateProfile} toasts={profileToasts()} savesOnlyChanges />
        </TabPanel>
        <TabPanel id="security">
          <PasswordSection user={user} schema={AccountPasswordForm} toasts={passwordToasts()} savesOnlyChanges />
          <PasskeySection user={user} />
          <SessionList heading="h2" />
          <RecentSignIns />
        </TabPanel>
        <TabPanel id="membership">
          <MembershipTab />
        </TabPanel>
        <TabPanel id="messages">
          <OwnMessages />
        </TabPanel>
        <TabPanel id="preferences">
          <PreferencesTab user={user} notifications={<NotificationPreferences user={user} />} newCards={<NewCardsPreference />} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

/** Returns a function that goes back in history, or navigates to `fallback` if the visitor came from another site. */
function useGoBack(fallback: string): () => void {
  const [, navigate] = useLocation();
  return useCallback(() => {
    // The Navigation API knows which history entries are on this site. Without it, assume that any previous history entry is on this site.
    const { navigation, history } = window as Partial<Pick<Window, 'navigation'>> & Window;
    const hasOwnHistory = navigation ? navigation.canGoBack : history.length > 1;
    if (hasOwnHistory) history.back();
    else navigate(fallback);
  }, [navigate, fallback]);
}
