import type { Preferences } from '#schema/accounts/my-data.ts';
import type { User } from '#schema/accounts/user.ts';
import { usePreferences } from '#web/features/accounts/account/preferences-api.ts';
import { DigestChoice } from '#web/features/scans/finds/DigestChoice.tsx';
import { NewCardsChoice } from '#web/features/scans/finds/NewCardsChoice.tsx';

/** Renders nothing until the preferences are loaded. The tab already shows the loading state and errors. */
export function DigestPreference({ user }: { user: User }) {
  const { data } = usePreferences();
  if (!data) return null;
  return (
    <>
      <DigestChoice digest={data.digest} />
      <OptionalMailNotes user={user} preferences={data} isChosen={data.digest !== 'off'} />
    </>
  );
}

/** Renders nothing until the preferences are loaded. */
export function NewCardsPreference({ user }: { user: User }) {
  const { data } = usePreferences();
  if (!data) return null;
  return (
    <>
      <NewCardsChoice newCards={data.newCards} />
      <OptionalMailNotes user={user} preferences={data} isChosen={data.newCards !== null} />
    </>
  );
}

interface OptionalMailNotesProps {
  user: User;
  preferences: Preferences;
  isChosen: boolean;
}

function OptionalMailNotes({ user, preferences, isChosen }: OptionalMailNotesProps) {
  return (
    <>
      {isChosen && !preferences.wantsOptionalMail && (
        <p className="muted small">Paused while “Reminders and news” is off. Choose again to turn both on.</p>
      )}
      {isChosen && !user.emailVerified && <p className="muted small">Starts once you verify your email address.</p>}
    </>
  );
}
