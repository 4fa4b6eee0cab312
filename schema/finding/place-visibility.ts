/**
 * Precision of a card's public location: the exact point, the center of a 200 m or 2 km cell, or hidden. Separate from shown-place.ts so
 * that the card page does not load the geometry code.
 */
export const placeVisibilities = ['exact', 'near', 'area', 'hidden'] as const;
export type PlaceVisibility = (typeof placeVisibilities)[number];
