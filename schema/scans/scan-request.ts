/** Bodies of POST /api/scan and PUT /api/scan/place. Product rules: Cards and scans; Where a find was made. */
import * as v from 'valibot';
import { scanSources } from '#schema/cards/card.ts';
import { isoInstant } from '#schema/fields.ts';
import { accuracy, latitude, longitude } from '#schema/finding/place-fields.ts';

/** Body of POST /api/scan. The route validates `cardId`: 400 if it is missing, 404 if it is malformed or unknown. */
export const ScanRequest = v.strictObject({
  cardId: v.optional(v.nullable(v.unknown())),
  code: v.optional(v.nullable(v.pipe(v.string('code must be text'), v.maxLength(64, 'code is too long')))),
  source: v.optional(v.picklist(scanSources, 'source must be one of camera, photo, typed, link, offline')),
  latitude: v.optional(v.nullable(latitude)),
  longitude: v.optional(v.nullable(longitude)),
  accuracy: v.fallback(v.optional(v.nullable(accuracy)), null),
  /** When the device scanned the card, if the request is sent later; otherwise null. Invalid times also become null. */
  scannedAt: v.fallback(v.optional(v.nullable(isoInstant)), null),
});
export type ScanRequest = v.InferOutput<typeof ScanRequest>;

/** Body of PUT /api/scan/place: the position that the finder reports after the find, in degrees and meters. */
export const FindPlaceRequest = v.strictObject({ cardId: v.string('cardId must be text'), latitude, longitude, accuracy });
export type FindPlaceRequest = v.InferOutput<typeof FindPlaceRequest>;
