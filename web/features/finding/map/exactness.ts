import { t } from '@lingui/core/macro';
import type { Place } from '#schema/finding/geo.ts';
import type { Area, ShownVisibility } from '#schema/finding/shown-place.ts';
import { cellAround, cellMeters } from '#schema/finding/shown-place.ts';
import { formatRoundDistance } from '#web/lib/distance/distance-format.ts';
import { getDistanceUnit } from '#web/lib/distance/distance-unit.ts';

/** Returns `exact location`, or how far the card can be from the center of its square: `accurate to about 100 m`. */
export function describeExactness(visibility: ShownVisibility): string {
  return visibility === 'exact'
    ? t`exact location`
    : t`accurate to about ${formatRoundDistance(cellMeters[visibility] / 2, getDistanceUnit())}`;
}

/**
 * Returns the square around the card's displayed location, or null if that location is exact. The card is in this square, or up to 150 m
 * outside it because an owner's nearby cards share one square.
 */
export function getCell(place: Place & { visibility: ShownVisibility }): Area | null {
  return place.visibility === 'exact' ? null : cellAround(place, place.visibility);
}
