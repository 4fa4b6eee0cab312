/** Where the map looks at first. */
import type { Place } from '#schema/finding/geo.ts';
import { areaAround } from '#web/features/finding/map/area-around.ts';
import type { MapView } from '#web/features/finding/map/map-content.ts';

/** So many of the nearest cards are in sight. */
const cardsInSight = 8;
const zoomWithoutCards = 12;

/** A window with the place and the nearest cards in it; without cards around, or across the date line, one around the place. */
export function firstView(here: Place, nearest: readonly Place[]): MapView {
  const area = nearest.length > 0 ? areaAround([here, ...nearest.slice(0, cardsInSight)]) : null;
  return area ? { area } : { latitude: here.latitude, longitude: here.longitude, zoom: zoomWithoutCards };
}
