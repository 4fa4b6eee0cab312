/** Places on the earth, and how far they are from each other. */

/** Degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Of the earth as a sphere with its volume. */
const earthRadiusMeters = 6_371_000;

/** Along the great circle, by the haversine formula: exact to about 0.5 %. */
export function metersBetween(one: Place, other: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfChord = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const cosines = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  const square = halfChord(one.latitude, other.latitude) + cosines * halfChord(one.longitude, other.longitude);
  // Rounding can lift it above 1 for places opposite each other.
  return 2 * earthRadiusMeters * Math.asin(Math.sqrt(Math.min(1, square)));
}
