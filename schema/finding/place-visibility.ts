/**
 * How precisely others see the location: the exact point, the center of a cell of 200 m or 2 km, or not at all. Kept apart from
 * shown-place.ts, so that the card page does not load the geometry code.
 */
export const placeVisibilities = ['exact', 'near', 'area', 'hidden'] as const;
export type PlaceVisibility = (typeof placeVisibilities)[number];
