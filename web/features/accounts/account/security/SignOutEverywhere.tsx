import { EndSessions } from '#web/features/accounts/account/security/EndSessions.tsx';
import { signOutEverywhere } from '#web/features/accounts/account/security/sessions-api.ts';
import { leave } from '#web/features/accounts/session/session.ts';
import { errorText } from '#web/lib/api-error.ts';

export function SignOutEverywhere() {
  async function end() {
    const { message } = await signOutEverywhere();
    leave({ title: 'Signed out everywhere', description: message, tone: 'info' });
  }

  return <EndSessions consequence="You’ll be signed out on all your devices, including this one." end={end} getReason={errorText} />;
}
