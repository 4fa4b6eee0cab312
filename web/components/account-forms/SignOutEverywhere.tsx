import { EndSessions } from '#web/components/account-forms/EndSessions.tsx';
import { signOutEverywhere } from '#web/components/account-forms/sessions-api.ts';
import { errorText } from '#web/lib/api.ts';
import { leave } from '#web/lib/session.ts';

/** Ends every session of the member, this one too, after asking once more. */
export function SignOutEverywhere() {
  async function end() {
    const { message } = await signOutEverywhere();
    leave({ title: 'Signed out everywhere', description: message, tone: 'info' });
  }

  return (
    <EndSessions
      consequence="Every phone, tablet and computer is signed out, this one too. Afterwards you sign in again."
      end={end}
      reasonOf={errorText}
    />
  );
}
