/** POST /api/scan, PUT /api/scan/place. Product rules: Cards and scans; Where a find was made. */
import * as v from 'valibot';
import { scanSources } from '#schema/cards/card.ts';
import { accuracy, latitude, longitude } from '#schema/fields.ts';

/** The route validates `cardId`: absent 400, malformed or unknown 404. */
export const ScanRequest = v.strictObject({
  cardId: v.optional(v.nullable(v.unknown())),
  code: v.optional(v.nullable(v.pipe(v.string('code must be text'), v.maxLength(64, 'code is too long')))),
  source: v.optional(v.picklist(scanSources, 'source must be one of camera, photo, typed, link, offline')),
  latitude: v.optional(v.nullable(latitude)),
  longitude: v.optional(v.nullable(longitude)),
  /** Invalid values become null, so that no scan fails because of them. */
  accuracy: v.fallback(v.optional(v.nullable(accuracy)), null),
});
export type ScanRequest = v.InferOutput<typeof ScanRequest>;

/** The finder's position, stated after the find. Degrees and meters. */
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
    /** The shown place; null if not on the map. */
    place: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
    totalScans: v.number(),
    isOwn: v.boolean(),
  }),
});
export type ScanResponse = v.InferOutput<typeof ScanResponse>;
