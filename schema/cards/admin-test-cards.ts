/** Test cards have no owner and no order, and are active at once. Product rules: Cards and scans. */
import * as v from 'valibot';
import { isoInstant, placementTextMaxLength, requiredText } from '#schema/fields.ts';

/** GET /api/test-cards returns an array of these, newest first. */
export const TestCard = v.object({
  id: v.number(),
  cardId: v.string(),
  location: v.nullable(v.string()),
  description: v.nullable(v.string()),
  createdAt: isoInstant,
});
export type TestCard = v.InferOutput<typeof TestCard>;
export const TestCardList = v.array(TestCard);

/** POST /api/test-cards; returns the `TestCard` with 201. */
export const TestCardRequest = v.strictObject({
  location: requiredText('Please enter the card’s location'),
  description: requiredText('Please describe the card', placementTextMaxLength),
});
export type TestCardRequest = v.InferOutput<typeof TestCardRequest>;
