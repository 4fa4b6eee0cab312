import { t } from '@lingui/core/macro';
import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';
import { cellMeters } from '#schema/finding/shown-place.ts';
import { formatRoundDistance } from '#web/lib/distance/distance-format.ts';
import { type DistanceUnit, useDistanceUnit } from '#web/lib/distance/distance-unit.ts';

interface VisibilityLabel {
  name: string;
  hint: string;
  placeText: string;
}

const getLabels = (unit: DistanceUnit): Record<PlaceVisibility, VisibilityLabel> => {
  // How far the card can be from the center of its square.
  const near = formatRoundDistance(cellMeters.near / 2, unit);
  const area = formatRoundDistance(cellMeters.area / 2, unit);
  return {
    exact: {
      name: t`Exact`,
      hint: t`Members see the exact spot. Best for public places.`,
      placeText: t`Others see the exact spot.`,
    },
    near: {
      name: t`About ${near}`,
      hint: t`Members see the square it’s in. Your hint does the rest.`,
      placeText: t`Others see the square it’s in, accurate to about ${near}.`,
    },
    area: {
      name: t`About ${area}`,
      hint: t`Members see the square it’s in. Best near your home.`,
      placeText: t`Others see the square it’s in, accurate to about ${area}.`,
    },
    hidden: {
      name: t`Not on the map`,
      hint: t`Anyone who finds it can still scan it.`,
      placeText: t`It’s not on the map.`,
    },
  };
};

/** Returns the visibility labels, with distances in the member's unit. */
export function useVisibilityLabels(): Record<PlaceVisibility, VisibilityLabel> {
  return getLabels(useDistanceUnit());
}
