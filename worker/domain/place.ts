/** Places on the earth, how far they are from each other, and what is kept of where a find was made. Product rules: The place of a find. */

/** Degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** What a device measured: the circle of `accuracy` meters around the place. */
export interface Fix extends Place {
  accuracy: number;
}

/** All that is kept of a position. Whole meters. */
export interface StatedDistance {
  distanceMeters: number;
  accuracyMeters: number;
}

/** Each may be missing. */
type Maybe<Shape> = { [Key in keyof Shape]?: Shape[Key] | null };

/** Of the earth as a sphere with its volume. */
const earthRadiusMeters = 6_371_000;
/** Half way round the earth: an accuracy beyond it says nothing more. */
const farthestMeters = Math.round(Math.PI * earthRadiusMeters);

/** How far from the card a member says to stand; null unless both places are known, and how exact the member's is. */
export function statedDistance(given: Maybe<Fix>, card: Maybe<Place>): StatedDistance | null {
  const place = wholePlace(given);
  const target = wholePlace(card);
  if (!place || !target || given.accuracy == null) return null;
  return {
    distanceMeters: Math.round(metersBetween(place, target)),
    accuracyMeters: Math.min(Math.round(given.accuracy), farthestMeters),
  };
}

function wholePlace({ latitude, longitude }: Maybe<Place>): Place | null {
  return latitude == null || longitude == null ? null : { latitude, longitude };
}

/** Along the great circle, by the haversine formula: exact to about 0.5 %. */
export function metersBetween(one: Place, other: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfChord = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const cosines = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  const square = halfChord(one.latitude, other.latitude) + cosines * halfChord(one.longitude, other.longitude);
  // Rounding can lift it above 1 for places opposite each other.
  return 2 * earthRadiusMeters * Math.asin(Math.sqrt(Math.min(1, square)));
}
