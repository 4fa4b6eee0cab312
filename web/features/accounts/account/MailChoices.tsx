import type { Preferences } from '#schema/accounts/my-data.ts';
import { changeMailChoice } from '#web/features/accounts/account/preferences-api.ts';
import { useChoice } from '#web/features/accounts/account/use-choice.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';

export function MailChoices({ preferences }: { preferences: Preferences }) {
  const { value, isSaving, choose } = useChoice(preferences.wantsOptionalMail, async (wanted) => {
    await changeMailChoice(wanted);
    return wanted ? 'We will remind you by email.' : 'You get only emails about your account, payments and certificates.';
  });

  return (
    <Checkbox
      label="Send me reminders and news"
      hint="For example before a certificate has to be activated. Emails about money (payments, renewals, refunds, what you earn), security and things you ask for always come."
      checked={value}
      aria-busy={isSaving}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
