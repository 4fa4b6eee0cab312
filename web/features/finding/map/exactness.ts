/** How exact a card's shown place is, in words. */

import type { Place } from '#schema/finding/geo.ts';
import type { Area, ShownVisibility } from '#schema/finding/shown-place.ts';
import { cellAround } from '#schema/finding/shown-place.ts';

export const exactness: Record<ShownVisibility, string> = {
  exact: 'exact place',
  near: 'place to about 100 m',
  area: 'place to about 1 km',
};

/**
 * The square in whose middle a card is shown: it is in it or, where it shares the square of another card of its owner, up to 150 m
 * beside it. Null where its place is exact.
 */
export function cellOf(shown: Place & { visibility: ShownVisibility }): Area | null {
  return shown.visibility === 'exact' ? null : cellAround(shown, shown.visibility);
}
