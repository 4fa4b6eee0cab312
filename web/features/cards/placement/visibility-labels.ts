import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';
import { cellMeters } from '#schema/finding/shown-place.ts';

interface VisibilityLabel {
  name: string;
  hint: string;
  placeText: string;
}

const formatHalf = (side: number) => (side < 2_000 ? `${side / 2} m` : `${side / 2_000} km`);

export const visibilityLabels: Record<PlaceVisibility, VisibilityLabel> = {
  exact: {
    name: 'Exact',
    hint: 'Members see the exact spot. Best for public places.',
    placeText: 'Others see the exact spot.',
  },
  near: {
    name: `About ${formatHalf(cellMeters.near)}`,
    hint: `Members see the ${cellMeters.near} m square it’s in. Your hint does the rest.`,
    placeText: `Others see the ${cellMeters.near} m square it’s in.`,
  },
  area: {
    name: `About ${formatHalf(cellMeters.area)}`,
    hint: `Members see the ${cellMeters.area / 1_000} km square it’s in. Best near your home.`,
    placeText: `Others see the ${cellMeters.area / 1_000} km square it’s in.`,
  },
  hidden: {
    name: 'Not on the map',
    hint: 'Anyone who finds it can still scan it.',
    placeText: 'It’s not on the map.',
  },
};
