import { EndSessions } from '#web/features/accounts/account/security/EndSessions.tsx';
import { permissionDeniedText, signOutEverywhere } from '#web/features/admin/account/account-api.ts';
import { leaveAdminArea } from '#web/features/admin/session/admin-session.ts';
import { showToast } from '#web/lib/react/toast.ts';

export function SignOutEverywhere() {
  async function endSessions() {
    const { message } = await signOutEverywhere();
    leaveAdminArea();
    showToast({ title: 'Signed out everywhere', description: message, tone: 'info' });
  }

  return (
    <div className="stack gap-3 admin-sessions">
      <p className="muted">Lost a device, or used a shared one? End all your sessions.</p>
      <EndSessions consequence="You’ll be logged out everywhere, including here." end={endSessions} getReason={permissionDeniedText} />
    </div>
  );
}
