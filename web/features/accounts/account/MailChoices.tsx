import type { Preferences } from '#schema/accounts/my-data.ts';
import { updateMailPreference } from '#web/features/accounts/account/preferences-api.ts';
import { useChoice } from '#web/features/accounts/account/use-choice.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';

export function MailChoices({ preferences }: { preferences: Preferences }) {
  const { value, isSaving, choose } = useChoice(preferences.wantsOptionalMail, async (isEnabled) => {
    await updateMailPreference(isEnabled);
    return isEnabled ? 'Reminders and news are on.' : 'You’ll only get emails about your account, payments and certificates.';
  });

  return (
    <Checkbox
      label="Reminders and news"
      hint="For example, before an activation deadline, or when someone reports your card missing. Emails about money and security are always sent."
      checked={value}
      aria-busy={isSaving}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
