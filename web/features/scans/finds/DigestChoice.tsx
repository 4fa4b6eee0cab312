import type { DigestChoice as Choice, Preferences } from '#schema/accounts/my-data.ts';
import { useChoice } from '#web/features/accounts/account/use-choice.ts';
import { chooseDigest } from '#web/features/scans/finds/finds-api.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';

const labels: Record<Choice, string> = { off: 'Never', daily: 'Once a day', weekly: 'Once a week, on Mondays' };

export function DigestChoice({ digest }: Pick<Preferences, 'digest'>) {
  const { value, isSaving, choose } = useChoice(digest, async (frequency) => {
    await chooseDigest(frequency);
    return frequency === 'off' ? 'You get no digest.' : 'You get it when something happened on your cards.';
  });

  return (
    <SelectField
      label="Digest of the finds of your cards"
      hint="Finds, what finders wrote, and who looked in vain; only when there is something to tell."
      value={value}
      aria-busy={isSaving}
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
