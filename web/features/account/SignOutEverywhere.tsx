import { EndSessions } from '#web/components/account-forms/EndSessions.tsx';
import { signOutEverywhere } from '#web/features/account/preferences-api.ts';
import { errorText } from '#web/lib/api.ts';
import { leave } from '#web/lib/session.ts';

/** Every session of the member, and the way to end them. */
export function SignOutEverywhere() {
  async function end() {
    const { message } = await signOutEverywhere();
    leave({ title: 'Signed out everywhere', description: message, tone: 'info' });
  }

  return (
    <>
      <p>Lost a phone, or used someone else’s computer? End every session at once.</p>
      <EndSessions
        consequence="Every phone, tablet and computer is signed out, this one too. Afterwards you sign in again."
        end={end}
        reasonOf={errorText}
      />
    </>
  );
}
