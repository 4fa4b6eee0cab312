import { useSearchParams } from 'wouter';
import '#web/features/account/account.css';
import { AccountPasswordForm, AccountProfileForm } from '#schema/account.ts';
import { updateProfile } from '#web/components/account-forms/account-api.ts';
import { PasswordSection } from '#web/components/account-forms/PasswordSection.tsx';
import { ProfileForm } from '#web/components/account-forms/ProfileForm.tsx';
import { SessionList } from '#web/components/account-forms/SessionList.tsx';
import { BackIcon } from '#web/components/icons.tsx';
import { TabPanel, Tabs } from '#web/components/Tabs.tsx';
import { MembershipTab } from '#web/features/account/MembershipTab.tsx';
import { PreferencesTab } from '#web/features/account/PreferencesTab.tsx';
import { useGoBack } from '#web/features/account/use-go-back.ts';
import { useUser } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';

const tabs = [
  { id: 'profile', label: 'Profile Information' },
  { id: 'security', label: 'Security' },
  { id: 'membership', label: 'Membership' },
  { id: 'preferences', label: 'Preferences' },
] as const;

const profileToasts = {
  saved: { title: 'Profile Updated', description: 'Your account information has been updated successfully.' },
  failed: 'Update Failed',
};
const passwordToasts = {
  saved: { title: 'Password Updated', description: 'Your password has been changed successfully.' },
  failed: 'Password Change Failed',
};

/** My Account: the member's profile, password, membership, payments and preferences. */
export function AccountPage() {
  const { user } = useUser();
  const goBack = useGoBack(paths.dashboard());
  const [query, setQuery] = useSearchParams();
  const active = tabs.find((tab) => tab.id === query.get('tab'))?.id ?? 'profile';
  if (!user) return null;

  // Replaced, not added: "Back to Dashboard" goes back in history and must leave this page.
  const choose = (tab: string) => setQuery({ tab }, { replace: true });

  return (
    <div className="page account-page">
      <header className="account-head">
        <button type="button" className="secondary back-button" onClick={goBack}>
          <BackIcon />
          Back to Dashboard
        </button>
        <h1>My Account</h1>
        <p className="muted">{user.email}</p>
      </header>
      <Tabs tabs={tabs} active={active} onChange={choose} label="Account sections">
        <TabPanel id="profile">
          <ProfileForm user={user} schema={AccountProfileForm} save={updateProfile} toasts={profileToasts} savesOnlyChanges />
        </TabPanel>
        <TabPanel id="security">
          <PasswordSection user={user} schema={AccountPasswordForm} toasts={passwordToasts} savesOnlyChanges />
          <SessionList heading="h2" />
        </TabPanel>
        <TabPanel id="membership">
          <MembershipTab />
        </TabPanel>
        <TabPanel id="preferences">
          <PreferencesTab user={user} />
        </TabPanel>
      </Tabs>
    </div>
  );
}
