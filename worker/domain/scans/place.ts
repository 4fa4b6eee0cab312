/** What is kept of where a find was made. Product rules: Where a find was made. */
import { earthRadiusMeters, metersBetween, type Place } from '#schema/finding/geo.ts';

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

/** Half way round the earth: an accuracy beyond it says nothing more. */
const farthestMeters = Math.round(Math.PI * earthRadiusMeters);

/** How far from the card a member says to stand; null unless both places are known, and how exact the member's is. */
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
