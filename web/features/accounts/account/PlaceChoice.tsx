import { useState } from 'react';
import { scanEvidenceRetentionSeconds, secondsPerDay } from '#schema/rules.ts';
import { agreeToSayPlace, choosePlace, isRefusal, placeChoice } from '#web/lib/place-choice.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';

const refusedText = 'Your browser keeps your location to itself. Allow it in the browser’s settings for this site, then try again.';

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
      // A device without a position now may have one at the next card, so only a refusal counts.
      if (isRefusal(error)) setRefusal(refusedText);
    }
    setSays(placeChoice(memberId) === true);
    setAsking(false);
  }

  return (
    <Checkbox
      label="Say where I stand when I find a card"
      hint={`We keep how far from the card that is and how exact, for ${scanEvidenceRetentionSeconds / secondsPerDay} days; never your position. Your finds count either way. This holds for this device.`}
      checked={says}
      error={refusal}
      aria-busy={asking || undefined}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
