/** Test cards, which have no owner or order and are active immediately. Product rules: Cards and scans. */
import * as v from 'valibot';
import { isoInstant, placementTextMaxLength, requiredLines, requiredText } from '#schema/fields.ts';

/** Entry in the response of GET /api/test-cards, newest first. */
export const TestCard = v.object({
  id: v.number(),
  cardId: v.string(),
  location: v.nullable(v.string()),
  description: v.nullable(v.string()),
  createdAt: isoInstant,
});
export type TestCard = v.InferOutput<typeof TestCard>;
export const TestCardList = v.array(TestCard);

/** Body of POST /api/test-cards, which returns the `TestCard` with status 201. */
export const TestCardRequest = v.strictObject({
  location: requiredText('Please enter the card’s location'),
  description: requiredLines('Please describe the card', placementTextMaxLength),
});
export type TestCardRequest = v.InferOutput<typeof TestCardRequest>;
