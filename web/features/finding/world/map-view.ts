import type { Place } from '#schema/finding/geo.ts';
import { getAreaAround } from '#web/features/finding/map/area-around.ts';
import type { MapView } from '#web/features/finding/map/map-content.ts';

/** Number of nearest cards that the initial view shows. */
const initialCardCount = 8;
const zoomWithoutCards = 12;

/** Returns a view of the location and its nearest cards. Without cards, or across the antimeridian, returns an area around the location. */
export function getInitialView(origin: Place, nearest: readonly Place[]): MapView {
  const area = nearest.length > 0 ? getAreaAround([origin, ...nearest.slice(0, initialCardCount)]) : null;
  return area ? { area } : { latitude: origin.latitude, longitude: origin.longitude, zoom: zoomWithoutCards };
}
