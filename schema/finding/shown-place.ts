/** Computes the public location of a card, for the Worker and for the preview in the placement form. Product rules: Finding cards. */
import { metersPerDegree, type Place, roundDegrees, wrapLongitude } from '#schema/finding/geo.ts';
import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';

export const shownVisibilities = ['exact', 'near', 'area'] as const satisfies readonly PlaceVisibility[];
export type ShownVisibility = (typeof shownVisibilities)[number];

export const defaultPlaceVisibility: PlaceVisibility = 'near';

export const cellMeters: Record<Exclude<ShownVisibility, 'exact'>, number> = { near: 200, area: 2_000 };

/** Bounds in degrees. `west` is greater than `east` if the area crosses the date line. */
export interface Area {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Returns the center of the cell that contains the location, or the location itself for `exact`. Null if the card is hidden. */
export function getShownPlace(place: Place, visibility: PlaceVisibility): Place | null {
  if (visibility === 'hidden') return null;
  if (visibility === 'exact') return { latitude: roundDegrees(place.latitude), longitude: roundDegrees(wrapLongitude(place.longitude)) };
  const { west, south, east, north } = cellAround(place, visibility);
  return { latitude: roundDegrees((south + north) / 2), longitude: roundDegrees((west + east) / 2) };
}

/**
 * Returns the grid cell that contains the location. The grid consists of rows of equal height, each divided into nearly square cells,
 * without overlaps or gaps.
 */
export function cellAround({ latitude, longitude }: Place, visibility: 'near' | 'area'): Area {
  const sideMeters = cellMeters[visibility];
  const rows = Math.round((180 * metersPerDegree) / sideMeters);
  const row = Math.min(rows - 1, Math.floor(((latitude + 90) / 180) * rows));
  const middleLatitude = ((row + 0.5) / rows) * 180 - 90;
  const circumferenceMeters = 360 * metersPerDegree * Math.cos((middleLatitude * Math.PI) / 180);
  const columns = Math.max(1, Math.round(circumferenceMeters / sideMeters));
  const column = Math.min(columns - 1, Math.floor(((wrapLongitude(longitude) + 180) / 360) * columns));
  const [south, north] = [row, row + 1].map((edge) => (edge / rows) * 180 - 90) as [number, number];
  const [west, east] = [column, column + 1].map((edge) => (edge / columns) * 360 - 180) as [number, number];
  return { west, south, east, north };
}
