import { useState } from 'react';
import type { AdminUserDetails } from '#schema/admin/user-details.ts';
import { useToast } from '#web/components/Toast.tsx';
import type { UserTask } from '#web/features/admin/users/UserTaskDialog.tsx';
import { sendVerificationMail } from '#web/features/admin/users/users-api.ts';
import { useIsSuperAdmin } from '#web/lib/admin-session.ts';
import { errorText } from '#web/lib/api.ts';

/** What can be done for a member, as far as this administrator may. */
export function UserActions({ details, onTask }: { details: AdminUserDetails; onTask: (task: UserTask) => void }) {
  const isSuper = useIsSuperAdmin();
  const toast = useToast();
  const [isSending, setSending] = useState(false);
  const { profile, membership, sessions } = details;
  if (profile.deletionRequestedAt) return null;
  const button = (kind: UserTask['kind'], label: string) => (
    <button type="button" className="secondary" onClick={() => onTask({ kind, userId: profile.id })}>
      {label}
    </button>
  );

  async function verify() {
    setSending(true);
    try {
      const { message } = await sendVerificationMail(profile.id);
      toast({ title: 'Mail sent', description: message, tone: 'success' });
    } catch (error) {
      toast({ title: 'No mail was sent', description: errorText(error, 'Please try again.'), tone: 'error' });
    }
    setSending(false);
  }

  return (
    <div className="cluster user-actions">
      {button('edit', 'Edit User')}
      {isSuper && button('tokens', 'Add Tokens')}
      {isSuper && profile.owedTokens > 0 && button('forgive', 'Forgive Tokens')}
      {isSuper && button('membership', 'Upgrade Membership')}
      {isSuper && membership.state === 'granted' && button('end-grant', 'End membership')}
      {!profile.emailVerified && (
        <button type="button" className="secondary" disabled={isSending} onClick={() => void verify()}>
          Resend verification
        </button>
      )}
      {sessions.rows.length > 0 && button('sign-out', 'Sign out everywhere')}
    </div>
  );
}
