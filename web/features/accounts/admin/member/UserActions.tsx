import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import type { UserTask } from '#web/features/accounts/admin/tasks/user-task.ts';
import { resumeEmails, sendVerificationMail } from '#web/features/accounts/admin/users-api.ts';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

export function UserActions({ details, onTask }: { details: AdminUserDetails; onTask: (task: UserTask) => void }) {
  const isSuper = useIsSuperAdmin();
  const { profile, bounce, membership, referredBy, sessions } = details;
  if (profile.erasedAt || (profile.deletionRequestedAt && !isSuper)) return null;
  const button = (kind: UserTask['kind'], label: string) => (
    <button type="button" className="secondary" onClick={() => onTask({ kind, userId: profile.id })}>
      {label}
    </button>
  );

  async function verify() {
    const { message } = await sendVerificationMail(profile.id);
    showToast({ title: 'Email sent', description: message, tone: 'success' });
  }

  async function resume() {
    const { message } = await resumeEmails(profile.id);
    showToast({ title: 'Emails resumed', description: message, tone: 'success' });
  }

  if (profile.deletionRequestedAt) return <div className="cluster user-actions">{button('edit', 'The account was stolen…')}</div>;
  return (
    <div className="cluster user-actions">
      {button('edit', 'Edit User')}
      {isSuper && button('tokens', 'Add Tokens')}
      {isSuper && profile.owedTokens > 0 && button('forgive', 'Forgive Tokens')}
      {isSuper && button('keys', 'Correct keys…')}
      {isSuper && referredBy === null && button('referrer', 'Set referrer…')}
      {isSuper && button('membership', 'Upgrade Membership')}
      {isSuper && ['active', 'renewing', 'grace'].includes(membership.state) && button('cancel', 'Cancel subscription…')}
      {isSuper && membership.state === 'granted' && button('end-grant', 'End membership')}
      {bounce && (
        <ActionButton className="secondary" action={resume} failed="Emails are still stopped">
          Resume emails
        </ActionButton>
      )}
      {(!profile.emailVerified || bounce) && (
        <ActionButton className="secondary" action={verify} failed="Couldn’t send the email">
          Resend verification
        </ActionButton>
      )}
      {sessions.rows.length > 0 && button('sign-out', 'Sign out everywhere')}
      {button('view', 'View as member…')}
      {!profile.suspendedAt && button('suspend', 'Suspend…')}
      {profile.suspendedAt && (isSuper || !profile.isSuspendedBySuperAdmin) && button('reinstate', 'Reinstate…')}
      {isSuper && button('delete', 'Delete account…')}
    </div>
  );
}
