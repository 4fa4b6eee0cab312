import type { Place } from '#schema/finding/geo.ts';
import type { Area, ShownVisibility } from '#schema/finding/shown-place.ts';
import { cellAround } from '#schema/finding/shown-place.ts';

export const exactness: Record<ShownVisibility, string> = {
  exact: 'exact place',
  near: 'place to about 100 m',
  area: 'place to about 1 km',
};

/**
 * The square with the card's shown point in its middle. The card is inside, or up to 150 m outside if it shares the
 * square of another card of its owner. Null for exact places.
 */
export function cellOf(shown: Place & { visibility: ShownVisibility }): Area | null {
  return shown.visibility === 'exact' ? null : cellAround(shown, shown.visibility);
}
