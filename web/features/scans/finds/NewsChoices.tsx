import type { User } from '#schema/accounts/user.ts';
import { usePreferences } from '#web/features/accounts/account/preferences-api.ts';
import { DigestChoice } from '#web/features/scans/finds/DigestChoice.tsx';
import { NewCardsChoice } from '#web/features/scans/finds/NewCardsChoice.tsx';

/** Renders nothing until the preferences are loaded, because the section above already shows the loading state and errors. */
export function NewsChoices({ user }: { user: User }) {
  const { data } = usePreferences();
  if (!data) return null;
  return (
    <>
      <DigestChoice digest={data.digest} />
      <NewCardsChoice newCards={data.newCards} />
      {!data.wantsOptionalMail && (data.digest !== 'off' || data.newCards !== null) && (
        <p className="muted small">These emails are off while “Reminders and news” is off. Choosing one turns that setting on.</p>
      )}
      {!user.emailVerified && <p className="muted small">These emails start once you verify your email address.</p>}
    </>
  );
}
