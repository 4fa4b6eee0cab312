/** Divides the world into 5-degree squares, with one file of towns per square. */
import type { Place } from '#schema/finding/geo.ts';
import type { Area } from '#schema/finding/shown-place.ts';

const sideDegrees = 5;
const columns = 360 / sideDegrees;
/** Maximum distance in kilometers between a location and its nearest town. Locations farther from every town have no nearest town. */
export const maxTownKm = 30;
const kmPerDegree = 111.2;
export const maxTownDegrees = maxTownKm / kmPerDegree;

/** Returns the number of the square that contains the location. */
export function squareOf({ latitude, longitude }: Place): number {
  const row = Math.min(Math.floor((latitude + 90) / sideDegrees), 180 / sideDegrees - 1);
  const column = Math.floor(((((longitude + 180) % 360) + 360) % 360) / sideDegrees);
  return row * columns + column;
}

/** Returns the squares that may contain locations whose nearest town is this one: the town's own square and those within `maxTownKm`. */
export function squaresNear({ latitude, longitude }: Place): number[] {
  const longitudeMargin = maxTownDegrees / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  const squares = [-1, 0, 1].flatMap((north) =>
    [-1, 0, 1].map((east) => squareOf({ latitude: latitude + north * maxTownDegrees, longitude: longitude + east * longitudeMargin })),
  );
  return [...new Set(squares)];
}

/** Returns the squares that the area touches. If the area crosses the antimeridian, its `east` is beyond 180 or its `west` below -180. */
export function squaresIn({ west, south, east, north }: Area): number[] {
  const squares = new Set<number>();
  for (let latitude = south; latitude < north + sideDegrees; latitude += sideDegrees)
    for (let longitude = west; longitude < east + sideDegrees; longitude += sideDegrees)
      squares.add(squareOf({ latitude: Math.min(latitude, north), longitude: Math.min(longitude, east) }));
  return [...squares];
}

/** Returns the approximate distance in kilometers. It is precise enough for comparing nearby towns. */
export function distanceKm(one: Place, other: Place): number {
  const east = (((one.longitude - other.longitude + 540) % 360) - 180) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(east, one.latitude - other.latitude) * kmPerDegree;
}
