import type { User } from '#schema/accounts/user.ts';
import { usePreferences } from '#web/features/accounts/account/preferences-api.ts';
import { DigestChoice } from '#web/features/scans/finds/DigestChoice.tsx';
import { NewCardsChoice } from '#web/features/scans/finds/NewCardsChoice.tsx';

/** Mails about finds and new cards that a member can choose. Nothing until the preferences are there: what stands above says how that goes. */
export function NewsChoices({ user }: { user: User }) {
  const { data } = usePreferences();
  if (!data) return null;
  return (
    <>
      <DigestChoice digest={data.digest} />
      <NewCardsChoice newCards={data.newCards} />
      {!data.wantsOptionalMail && (data.digest !== 'off' || data.newCards !== null) && (
        <p className="muted small">None of these go while “reminders and news” is off. Choosing one switches it on.</p>
      )}
      {!user.emailVerified && <p className="muted small">These go once your email address is verified.</p>}
    </>
  );
}
