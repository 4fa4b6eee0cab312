import type { DigestChoice as Choice, Preferences } from '#schema/accounts/my-data.ts';
import { useChoice } from '#web/features/accounts/account/use-choice.ts';
import { chooseDigest } from '#web/features/scans/finds/finds-api.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';

const labels: Record<Choice, string> = { off: 'Never', daily: 'Once a day', weekly: 'Once a week, on Mondays' };

export function DigestChoice({ digest }: Pick<Preferences, 'digest'>) {
  const { value, isSaving, choose } = useChoice(digest, async (frequency) => {
    await chooseDigest(frequency);
    return frequency === 'off' ? 'You won’t get a digest.' : 'We’ll email you when there’s news about your cards.';
  });

  return (
    <SelectField
      label="Email digest about your cards"
      hint="Finds, notes and missed finds. No news, no email."
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
