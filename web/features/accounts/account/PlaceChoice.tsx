import { useState } from 'react';
import { scanEvidenceRetentionSeconds, secondsPerDay } from '#schema/rules.ts';
import { agreeToSayPlace, choosePlace, isRefusal, placeChoice } from '#web/lib/place-choice.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';

const refusedText = 'Your browser keeps your location to itself. Allow it in the browser’s settings for this site, then try again.';

/** Whether the member says where they stand when they find a card, on this device. The browser may ask them too. */
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
      // A device that finds no place right now may find one at the next card.
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
