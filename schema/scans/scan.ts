/** Bodies and responses of POST /api/scan and PUT /api/scan/place. Product rules: Cards and scans; Where a find was made. */
import * as v from 'valibot';
import { scanSources } from '#schema/cards/card.ts';
import { accuracy, isoInstant, latitude, longitude } from '#schema/fields.ts';

/** The route validates `cardId`: 400 if it is missing, 404 if it is malformed or unknown. */
export const ScanRequest = v.strictObject({
  cardId: v.optional(v.nullable(v.unknown())),
  code: v.optional(v.nullable(v.pipe(v.string('code must be text'), v.maxLength(64, 'code is too long')))),
  source: v.optional(v.picklist(scanSources, 'source must be one of camera, photo, typed, link, offline')),
  latitude: v.optional(v.nullable(latitude)),
  longitude: v.optional(v.nullable(longitude)),
  /** An invalid accuracy becomes null, so that it does not make the scan fail. */
  accuracy: v.fallback(v.optional(v.nullable(accuracy)), null),
  /** When the device scanned the card, for a scan that is sent later. Invalid times also become null. */
  scannedAt: v.fallback(v.optional(v.nullable(isoInstant)), null),
});
export type ScanRequest = v.InferOutput<typeof ScanRequest>;

/** Position stated by the finder after the find, in degrees and meters. */
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
    /** Public location of the card; null if it is not on the map. */
    place: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
    totalScans: v.number(),
    isOwn: v.boolean(),
  }),
});
export type ScanResponse = v.InferOutput<typeof ScanResponse>;
