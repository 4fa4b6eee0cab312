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
      name: 'Exact',
      hint: 'Members see the exact spot. Best for public places.',
      placeText: 'Others see the exact spot.',
    },
    near: {
      name: `About ${near}`,
      hint: 'Members see the square it’s in. Your hint does the rest.',
      placeText: `Others see the square it’s in, accurate to about ${near}.`,
    },
    area: {
      name: `About ${area}`,
      hint: 'Members see the square it’s in. Best near your home.',
      placeText: `Others see the square it’s in, accurate to about ${area}.`,
    },
    hidden: {
      name: 'Not on the map',
      hint: 'Anyone who finds it can still scan it.',
      placeText: 'It’s not on the map.',
    },
  };
};

/** Returns the visibility labels, with distances in the member's unit. */
export function useVisibilityLabels(): Record<PlaceVisibility, VisibilityLabel> {
  return getLabels(useDistanceUnit());
}
