/**
 * Validation of card placements. Separate from card.ts so that pages that only display cards do not load it. Product rules: Cards and
 * scans.
 */
import * as v from 'valibot';
import { placementTextMaxLength, requiredLines, requiredText } from '#schema/fields.ts';
import { latitude, longitude } from '#schema/finding/place-fields.ts';
import { placeVisibilities } from '#schema/finding/place-visibility.ts';
import { readable } from '#schema/readable-text.ts';

/**
 * Body of POST /api/cache-cards/{cardId}/placement, which returns the `OwnCard`. If `visibility` is omitted, it stays the same, or becomes
 * `near` when the card first gets coordinates.
 */
export const PlacementRequest = v.pipe(
  v.strictObject({
    location: v.pipe(requiredText('Please enter a location'), readable()),
    description: v.pipe(requiredLines('Please describe how to find it', placementTextMaxLength), readable()),
    latitude: v.optional(v.nullable(latitude)),
    longitude: v.optional(v.nullable(longitude)),
    visibility: v.optional(v.picklist(placeVisibilities, `Choose one of ${placeVisibilities.join(', ')}`)),
  }),
  v.forward(
    v.partialCheck(
      [['latitude'], ['longitude']],
      (input: { latitude?: number | null; longitude?: number | null }) => (input.latitude == null) === (input.longitude == null),
      'Enter both latitude and longitude, or neither',
    ),
    ['longitude'],
  ),
);
export type PlacementRequest = v.InferOutput<typeof PlacementRequest>;
