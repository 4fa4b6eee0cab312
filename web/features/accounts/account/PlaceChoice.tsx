import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { scanEvidenceRetentionSeconds, secondsPerDay } from '#schema/rules.ts';
import { allowLocationSharing, isPermissionDenied, readPlaceChoice, storePlaceChoice } from '#web/lib/place-choice.ts';
import { Checkbox } from '#web/ui/forms/Checkbox.tsx';

const permissionDeniedText = () => t`Your browser blocks location for this site. Allow it in the site settings, then try again.`;

export function PlaceChoice({ memberId }: { memberId: number }) {
  const [isSharing, setIsSharing] = useState(() => readPlaceChoice(memberId) === true);
  const [isAsking, setIsAsking] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function choose(isChecked: boolean) {
    if (isAsking) return;
    setRefusal(undefined);
    setIsSharing(isChecked);
    if (!isChecked) return storePlaceChoice(memberId, false);
    setIsAsking(true);
    try {
      await allowLocationSharing(memberId);
    } catch (error) {
      // A device that cannot determine its position now may succeed when the member scans the next card, so only a denied permission is an
      // error.
      if (isPermissionDenied(error)) setRefusal(permissionDeniedText());
    }
    setIsSharing(readPlaceChoice(memberId) === true);
    setIsAsking(false);
  }

  return (
    <Checkbox
      label={t`Confirm I’m at the card when I scan`}
      hint={t`We store the distance and its accuracy for ${scanEvidenceRetentionSeconds / secondsPerDay} days, never your position. Your finds count either way. Applies to this device only.`}
      checked={isSharing}
      error={refusal}
      aria-busy={isAsking || undefined}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
