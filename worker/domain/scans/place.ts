/** Converts a finder's position to the data that is stored. Product rules: Where a find was made. */
import { earthRadiusMeters, metersBetween, type Place } from '#schema/finding/geo.ts';

/** A position known to within `accuracy` meters. */
export interface Fix extends Place {
  accuracy: number;
}

/** Distance between finder and card, and accuracy of the finder's position, in whole meters. No other position data is stored. */
export interface StatedDistance {
  distanceMeters: number;
  accuracyMeters: number;
}

type Maybe<Shape> = { [Key in keyof Shape]?: Shape[Key] | null };

/** Half the Earth's circumference, in meters. A larger accuracy radius is meaningless. */
const farthestMeters = Math.round(Math.PI * earthRadiusMeters);

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
