import { useState } from 'react';
import { scanEvidenceRetentionSeconds, secondsPerDay } from '#schema/rules.ts';
import { agreeToSayPlace, choosePlace, isRefusal, placeChoice } from '#web/lib/place-choice.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';

const refusedText = 'Your browser blocks location for this site. Allow it in the site settings, then try again.';

export function PlaceChoice({ memberId }: { memberId: number }) {
  const [says, setSays] = useState(() => placeChoice(memberId) === true);
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function choose(wanted: boolean) {
    if (asking) return;
    setRefusal(undefined);
    setSays(wanted);
    if (!wanted) return choosePlace(memberId, false);
    setAsking(true);
    try {
      await agreeToSayPlace(memberId);
    } catch (error) {
      // Without a fix now, the device may get one at the next card, so only a denied permission is an error.
      if (isRefusal(error)) setRefusal(refusedText);
    }
    setSays(placeChoice(memberId) === true);
    setAsking(false);
  }

  return (
    <Checkbox
      label="Confirm I’m at the card when I scan"
      hint={`We store the distance and its accuracy for ${scanEvidenceRetentionSeconds / secondsPerDay} days, never your position. Your finds count either way. Applies to this device only.`}
      checked={says}
      error={refusal}
      aria-busy={asking || undefined}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
