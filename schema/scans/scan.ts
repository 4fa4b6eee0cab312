/** Response of POST /api/scan. Separate from the requests so that the card's page does not load their validation. */
import * as v from 'valibot';

export const ScanResponse = v.object({
  message: v.string(),
  tokensEarned: v.number(),
  tokenBalance: v.number(),
  card: v.object({
    cardId: v.string(),
    status: v.string(),
    location: v.nullable(v.string()),
    description: v.nullable(v.string()),
    /** Public location of the card; null if it is not on the map. */
    place: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
    totalScans: v.number(),
    isOwn: v.boolean(),
  }),
});
export type ScanResponse = v.InferOutput<typeof ScanResponse>;
