import type { Place } from '#schema/finding/geo.ts';
import type { Area, ShownVisibility } from '#schema/finding/shown-place.ts';
import { cellAround } from '#schema/finding/shown-place.ts';

export const exactnessLabels: Record<ShownVisibility, string> = {
  exact: 'exact location',
  near: 'accurate to about 100 m',
  area: 'accurate to about 1 km',
};

/**
 * Returns the square around the card's displayed location, or null if that location is exact. The card is inside, or up to 150 m outside if
 * it shares the square of another card by the same owner.
 */
export function getCell(place: Place & { visibility: ShownVisibility }): Area | null {
  return place.visibility === 'exact' ? null : cellAround(place, place.visibility);
}
