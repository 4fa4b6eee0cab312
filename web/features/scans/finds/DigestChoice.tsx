import { useState } from 'react';
import type { DigestChoice as Choice, Preferences } from '#schema/accounts/my-data.ts';
import { chooseDigest } from '#web/features/scans/finds/finds-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { useToast } from '#web/ui/states/Toast.tsx';

const labels: Record<Choice, string> = { off: 'Never', daily: 'Once a day', weekly: 'Once a week, on Mondays' };

/** How often an owner gets a digest of what happened on their cards; saved as soon as it is said. */
export function DigestChoice({ digest }: Pick<Preferences, 'digest'>) {
  const toast = useToast();
  const [saving, setSaving] = useState<Choice>();

  async function choose(frequency: Choice) {
    if (saving !== undefined) return;
    setSaving(frequency);
    try {
      await chooseDigest(frequency);
      const description = frequency === 'off' ? 'You get no digest.' : 'You get it when something happened on your cards.';
      toast({ title: 'Preferences saved', description, tone: 'success' });
    } catch (error) {
      toast({ title: 'Your preferences were not saved', description: errorText(error, 'Please try again.'), tone: 'error' });
    } finally {
      setSaving(undefined);
    }
  }

  return (
    <SelectField
      label="Digest of the finds of your cards"
      hint="Finds, what finders wrote, and who looked in vain; only when there is something to tell."
      value={saving ?? digest}
      aria-busy={saving !== undefined || undefined}
      onChange={(event) => void choose(event.target.value as Choice)}
    >
      {Object.entries(labels).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
