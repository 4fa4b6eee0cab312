import { EndSessions } from '#web/features/accounts/account/security/EndSessions.tsx';
import { refusalText, signOutEverywhere } from '#web/features/admin/account/account-api.ts';
import { leaveAdminArea } from '#web/features/admin/session/admin-session.ts';
import { showToast } from '#web/lib/react/toast.ts';

export function SignOutEverywhere() {
  async function end() {
    const { message } = await signOutEverywhere();
    leaveAdminArea();
    showToast({ title: 'Signed out everywhere', description: message, tone: 'info' });
  }

  return (
    <div className="stack gap-3 admin-sessions">
      <p className="muted">Used a computer that is not yours, or lost one? End every session of yours at once.</p>
      <EndSessions
        consequence="Every browser you are signed in with is signed out, this one too. You log in again with your password, and your second factor if you have one."
        end={end}
        reasonOf={refusalText}
      />
    </div>
  );
}
