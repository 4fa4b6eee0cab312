/** What others see of a card's place. Product rules: Finding cards. The form shows the owner what this says; the Worker decides by it. */
import { metersPerDegree, type Place, roundDegrees, wrapLongitude } from '#schema/finding/geo.ts';
import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';

/** Those that stand on the map. */
export const shownVisibilities = ['exact', 'near', 'area'] as const satisfies readonly PlaceVisibility[];
export type ShownVisibility = (typeof shownVisibilities)[number];

export const defaultPlaceVisibility: PlaceVisibility = 'near';

/** Sides of the cells. */
export const cellMeters: Record<Exclude<ShownVisibility, 'exact'>, number> = { near: 200, area: 2_000 };

/** Degrees. Where it holds the date line, `west` is more than `east`. */
export interface Area {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The middle of the cell that holds the place; the place itself where the owner shows it. Null: not on the map. */
export function shownPlace(place: Place, visibility: PlaceVisibility): Place | null {
  if (visibility === 'hidden') return null;
  if (visibility === 'exact') return { latitude: roundDegrees(place.latitude), longitude: roundDegrees(wrapLongitude(place.longitude)) };
  const { west, south, east, north } = cellAround(place, visibility);
  return { latitude: roundDegrees((south + north) / 2), longitude: roundDegrees((west + east) / 2) };
}

/** Rows of equal height from pole to pole, each cut into as many cells as make them about square: none overlap, none are left out. */
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
