import { useState } from 'react';
import type { Preferences } from '#schema/accounts/my-data.ts';
import { changeMailChoice } from '#web/features/accounts/account/preferences-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';
import { useToast } from '#web/ui/states/Toast.tsx';

/** Which mails the member wants; saved as soon as it is said. */
export function MailChoices({ preferences }: { preferences: Preferences }) {
  const toast = useToast();
  const [saving, setSaving] = useState<boolean>();

  async function choose(wanted: boolean) {
    if (saving !== undefined) return;
    setSaving(wanted);
    try {
      await changeMailChoice(wanted);
      toast({
        title: 'Preferences saved',
        description: wanted ? 'We will remind you by email.' : 'You get only emails about your account, payments and certificates.',
        tone: 'success',
      });
    } catch (error) {
      toast({ title: 'Your preferences were not saved', description: errorText(error, 'Please try again.'), tone: 'error' });
    } finally {
      setSaving(undefined);
    }
  }

  return (
    <Checkbox
      label="Send me reminders and news"
      hint="For example before a certificate has to be activated. Emails about money (payments, renewals, refunds, what you earn), security and things you ask for always come."
      checked={saving ?? preferences.wantsOptionalMail}
      aria-busy={saving !== undefined || undefined}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
