/** POST /api/scan, PUT /api/scan/place. Product rules: Cards and scans; Where a find was made. */
import * as v from 'valibot';
import { scanSources } from '#schema/cards/card.ts';
import { accuracy, latitude, longitude } from '#schema/fields.ts';

/** `cardId` is judged by the route: absent 400, malformed or unknown 404. */
export const ScanRequest = v.strictObject({
  cardId: v.optional(v.nullable(v.unknown())),
  /** The card's secret code where the QR carried one. */
  code: v.optional(v.nullable(v.pipe(v.string('code must be text'), v.maxLength(64, 'code is too long')))),
  source: v.optional(v.picklist(scanSources, 'source must be one of camera, photo, typed, link, offline')),
  latitude: v.optional(v.nullable(latitude)),
  longitude: v.optional(v.nullable(longitude)),
  /** An odd one is as good as none: no scan fails for it. */
  accuracy: v.fallback(v.optional(v.nullable(accuracy)), null),
});
export type ScanRequest = v.InferOutput<typeof ScanRequest>;

/** Where the member stood when they found that card, said after the find. Degrees and meters. */
export const FindPlaceRequest = v.strictObject({ cardId: v.string('cardId must be text'), latitude, longitude, accuracy });
export type FindPlaceRequest = v.InferOutput<typeof FindPlaceRequest>;

export const ScanResponse = v.object({
  message: v.string(),
  tokensEarned: v.number(),
  tokenBalance: v.number(),
  card: v.object({
    cardId: v.string(),
    status: v.string(),
    location: v.nullable(v.string()),
    description: v.nullable(v.string()),
    /** Where others see it on the map; null where they do not. */
    place: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
    totalScans: v.number(),
    /** Whether the member who scanned it is its owner. */
    isOwn: v.boolean(),
  }),
});
export type ScanResponse = v.InferOutput<typeof ScanResponse>;
