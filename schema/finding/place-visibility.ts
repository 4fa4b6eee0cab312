/** Exact point, center of a 200 m or 2 km cell, or hidden. Separate from shown-place.ts, so that the card's page loads no geometry. */
export const placeVisibilities = ['exact', 'near', 'area', 'hidden'] as const;
export type PlaceVisibility = (typeof placeVisibilities)[number];
