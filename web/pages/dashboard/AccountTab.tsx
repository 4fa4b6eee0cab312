import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { DashboardPasswordForm, DashboardProfileForm } from '#schema/accounts/account.ts';
import type { User } from '#schema/accounts/user.ts';
import { patchUser } from '#web/features/accounts/account/account-api.ts';
import { BouncedEmail } from '#web/features/accounts/account/BouncedEmail.tsx';
import { ProfileForm } from '#web/features/accounts/account/ProfileForm.tsx';
import { PasswordSection } from '#web/features/accounts/account/security/PasswordSection.tsx';
import { SessionList } from '#web/features/accounts/account/security/SessionList.tsx';
import { MembershipPanel } from '#web/features/memberships/MembershipPanel.tsx';
import { paths } from '#web/lib/paths.ts';

const profileToasts = () => ({ saved: { title: t`Profile updated` }, failed: t`Update failed` });
const passwordToasts = () => ({ saved: { title: t`Password updated` }, failed: t`Password change failed` });

export function AccountTab({ user }: { user: User }) {
  return (
    <div className="stack gap-5 account-tab">
      <section className="sheet" aria-labelledby="profile-title">
        <h2 id="profile-title">{t`Profile`}</h2>
        <BouncedEmail user={user} />
        <ProfileForm user={user} schema={DashboardProfileForm} save={patchUser} toasts={profileToasts()} />
      </section>
      <section className="sheet" aria-labelledby="security-title">
        <h2 id="security-title">{t`Security`}</h2>
        <PasswordSection user={user} schema={DashboardPasswordForm} toasts={passwordToasts()} />
        <SessionList heading="h3" />
      </section>
      <section className="sheet" aria-labelledby="membership-title">
        <h2 id="membership-title">{t`Membership`}</h2>
        <MembershipPanel isCompact>
          <Link href={paths.account('membership')} className="standalone-link">{t`Membership and payments`}</Link>
        </MembershipPanel>
      </section>
    </div>
  );
}
