import { t } from '@lingui/core/macro';
import type { Axis, CoordinateFlaw } from '#schema/finding/coordinates.ts';

export const coordinatesHint = () => t`For example 35.595, -82.551 or N 35° 35.706 W 082° 33.090`;

/** Says what is wrong with typed coordinates, or with a single latitude or longitude. */
export function describeFlaw(flaw: CoordinateFlaw, axis?: Axis): string {
  if (flaw === 'link_without_place') return t`This link names no place. Open it and copy the coordinates from the map.`;
  if (flaw === 'ambiguous_o') return t`O is West in French and Spanish, but East in German. Please write W or E.`;
  if (flaw === 'ambiguous_s') return t`S is South in English, but North in Czech. Please write N or J.`;
  if (flaw === 'same_axis') return t`One coordinate must be N or S, the other E or W.`;
  if (flaw === 'swapped') return t`Latitude comes first and must be between -90 and 90. Did you swap the two?`;
  if (flaw === 'latitude_out_of_range') return t`Latitude must be between -90 and 90.`;
  if (flaw === 'longitude_out_of_range') return t`Longitude must be between -180 and 180.`;
  if (axis === undefined) return t`We can’t read these coordinates. ${coordinatesHint()}.`;
  const isOtherAxis = flaw === 'other_axis';
  if (axis === 'latitude')
    return isOtherAxis ? t`This is a longitude, not a latitude.` : t`We can’t read this latitude. For example 35.595 or N 35° 35.706.`;
  return isOtherAxis ? t`This is a latitude, not a longitude.` : t`We can’t read this longitude. For example -82.551 or W 082° 33.090.`;
}
