import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';
import { cellMeters } from '#schema/finding/shown-place.ts';

interface VisibilityLabel {
  name: string;
  /** Shown while choosing. */
  hint: string;
  /** Shown once chosen. */
  shown: string;
}

const half = (side: number) => (side < 2_000 ? `${side / 2} m` : `${side / 2_000} km`);

export const visibilityLabels: Record<PlaceVisibility, VisibilityLabel> = {
  exact: {
    name: 'Exact',
    hint: 'Members see the very point. For places that anybody may come to.',
    shown: 'Others see exactly where it is.',
  },
  near: {
    name: `About ${half(cellMeters.near)}`,
    hint: `Members see a square of ${cellMeters.near} m that it is in. Your hint leads them on.`,
    shown: `Others see a square of ${cellMeters.near} m that it is in.`,
  },
  area: {
    name: `About ${half(cellMeters.area)}`,
    hint: `Members see a square of ${cellMeters.area / 1_000} km. Best near your home.`,
    shown: `Others see a square of ${cellMeters.area / 1_000} km that it is in.`,
  },
  hidden: {
    name: 'Not on the map',
    hint: 'Nobody is shown where it is. It counts for those who come by.',
    shown: 'Nobody is shown where it is.',
  },
};
