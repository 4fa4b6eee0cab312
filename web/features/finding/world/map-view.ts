import type { Place } from '#schema/finding/geo.ts';
import { getAreaAround } from '#web/features/finding/map/area-around.ts';
import type { MapView } from '#web/features/finding/map/map-content.ts';

/** How many of the nearest cards the first view shows. */
const cardsInSight = 8;
const zoomWithoutCards = 12;

/** Fits the place and its nearest cards; without cards, or across the date line, an area around the place. */
export function firstView(origin: Place, nearest: readonly Place[]): MapView {
  const area = nearest.length > 0 ? getAreaAround([origin, ...nearest.slice(0, cardsInSight)]) : null;
  return area ? { area } : { latitude: origin.latitude, longitude: origin.longitude, zoom: zoomWithoutCards };
}
