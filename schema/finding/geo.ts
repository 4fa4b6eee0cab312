/** Coordinates in degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** Radius of a sphere with the same volume as the Earth. */
export const earthRadiusMeters = 6_371_000;
export const metersPerDegree = (Math.PI / 180) * earthRadiusMeters;

export const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance (haversine), accurate to about 0.5%. */
export function metersBetween(one: Place, other: Place): number {
  const halfChord = (from: number, to: number) => Math.sin(toRadians(to - from) / 2) ** 2;
  const cosines = Math.cos(toRadians(one.latitude)) * Math.cos(toRadians(other.latitude));
  const square = halfChord(one.latitude, other.latitude) + cosines * halfChord(one.longitude, other.longitude);
  // Rounding errors can push `square` above 1 for antipodal points, and `asin` would then return NaN.
  return 2 * earthRadiusMeters * Math.asin(Math.sqrt(Math.min(1, square)));
}

/** Initial great-circle bearing in degrees clockwise from north, 0 to 360. */
export function bearingDegrees(from: Place, to: Place): number {
  const longitudeDelta = toRadians(to.longitude - from.longitude);
  const [start, end] = [toRadians(from.latitude), toRadians(to.latitude)];
  const eastComponent = Math.sin(longitudeDelta) * Math.cos(end);
  const northComponent = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(longitudeDelta);
  return ((Math.atan2(eastComponent, northComponent) * 180) / Math.PI + 360) % 360;
}

/** Wraps a longitude to [-180, 180). */
export function wrapLongitude(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/** Rounds degrees to six decimal places, about a tenth of a meter. Public locations are stored as integers, in millionths of a degree. */
export const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
