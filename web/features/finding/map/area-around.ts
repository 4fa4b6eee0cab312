import { type Place, wrapLongitude } from '#schema/finding/geo.ts';
import type { Area } from '#schema/finding/shown-place.ts';

/**
 * Returns the bounding box of the positions, or null if there are none or they span the antimeridian. A smaller one is enlarged to the
 * minimum span.
 */
export function getAreaAround(places: readonly Place[], minSpanDegrees = 0.01): Area | null {
  const [south, north] = getRange(
    places.map(({ latitude }) => latitude),
    minSpanDegrees,
  );
  const [west, east] = getRange(
    places.map(({ longitude }) => longitude),
    minSpanDegrees,
  );
  if (places.length === 0 || east - west > 180) return null;
  return { west: Math.max(-180, west), south: Math.max(-90, south), east: Math.min(180, east), north: Math.min(90, north) };
}

function getRange(degrees: number[], minSpanDegrees: number): [number, number] {
  const [minimum, maximum] = [Math.min(...degrees), Math.max(...degrees)];
  const padding = Math.max(0, (minSpanDegrees - (maximum - minimum)) / 2);
  return [minimum - padding, maximum + padding];
}

const getWidth = ({ west, east }: Area) => (east < west ? east + 360 : east) - west;

export function getCenter(area: Area): Place {
  return { latitude: (area.south + area.north) / 2, longitude: wrapLongitude(area.west + getWidth(area) / 2) };
}

export function hasContentIn(area: Area, places: readonly Place[]): boolean {
  return places.some(({ latitude, longitude }) => {
    const eastOfEdge = (((longitude - area.west) % 360) + 360) % 360;
    return latitude >= area.south && latitude <= area.north && eastOfEdge <= getWidth(area);
  });
}
