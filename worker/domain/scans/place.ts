/** What is stored about a finder's position. Product rules: Where a find was made. */
import { earthRadiusMeters, metersBetween, type Place } from '#schema/finding/geo.ts';

/** A circle of `accuracy` meters around the place. */
export interface Fix extends Place {
  accuracy: number;
}

/** Whole meters. The only position data that is stored. */
export interface StatedDistance {
  distanceMeters: number;
  accuracyMeters: number;
}

type Maybe<Shape> = { [Key in keyof Shape]?: Shape[Key] | null };

/** Half the earth's circumference; larger accuracies carry no information. */
const farthestMeters = Math.round(Math.PI * earthRadiusMeters);

/** Null unless both positions are known. */
export function statedDistance(stated: Maybe<Fix>, card: Maybe<Place>): StatedDistance | null {
  const place = wholePlace(stated);
  const target = wholePlace(card);
  if (!place || !target || stated.accuracy == null) return null;
  return {
    distanceMeters: Math.round(metersBetween(place, target)),
    accuracyMeters: Math.min(Math.round(stated.accuracy), farthestMeters),
  };
}

function wholePlace({ latitude, longitude }: Maybe<Place>): Place | null {
  return latitude == null || longitude == null ? null : { latitude, longitude };
}
