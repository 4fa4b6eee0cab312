import type { Place } from '#schema/finding/geo.ts';
import type { Area, ShownVisibility } from '#schema/finding/shown-place.ts';
import { cellAround } from '#schema/finding/shown-place.ts';

export const exactness: Record<ShownVisibility, string> = {
  exact: 'exact location',
  near: 'accurate to about 100 m',
  area: 'accurate to about 1 km',
};

/**
 * The square around the card's shown point; null for exact places. The card is inside, or up to 150 m outside if it shares the square of
 * another card of its owner.
 */
export function getCell(place: Place & { visibility: ShownVisibility }): Area | null {
  return place.visibility === 'exact' ? null : cellAround(place, place.visibility);
}
