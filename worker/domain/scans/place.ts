/** What is stored of a finder's position. Product rules: Where a find was made. */
import { earthRadiusMeters, metersBetween, type Place } from '#schema/finding/geo.ts';

/** A circle of `accuracy` meters around the place. */
export interface Fix extends Place {
  accuracy: number;
}

/** The only stored position data. Whole meters. */
export interface StatedDistance {
  distanceMeters: number;
  accuracyMeters: number;
}

type Maybe<Shape> = { [Key in keyof Shape]?: Shape[Key] | null };

/** Half the earth's circumference: a larger accuracy says nothing more. */
const farthestMeters = Math.round(Math.PI * earthRadiusMeters);

/** Null unless both positions are known. */
export function statedDistance(statedFix: Maybe<Fix>, card: Maybe<Place>): StatedDistance | null {
  const place = wholePlace(statedFix);
  const target = wholePlace(card);
  if (!place || !target || statedFix.accuracy == null) return null;
  return {
    distanceMeters: Math.round(metersBetween(place, target)),
    accuracyMeters: Math.min(Math.round(statedFix.accuracy), farthestMeters),
  };
}

function wholePlace({ latitude, longitude }: Maybe<Place>): Place | null {
  return latitude == null || longitude == null ? null : { latitude, longitude };
}
