/** Who may see where a card is: the point itself, the middle of a cell of 200 m or of 2 km, or nobody. Apart from how that is worked out, which the card's page need not load. */
export const placeVisibilities = ['exact', 'near', 'area', 'hidden'] as const;
export type PlaceVisibility = (typeof placeVisibilities)[number];
