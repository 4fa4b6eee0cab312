/** Product rules: Cards and scans. */
import * as v from 'valibot';
import { isoInstant, latitude, longitude, placementTextMaxLength, requiredText } from '#schema/fields.ts';
import { placeVisibilities } from '#schema/finding/place-visibility.ts';

export const cardStatuses = ['ordered', 'active', 'missing', 'disabled'] as const;
export type CardStatus = (typeof cardStatuses)[number];
/** `card_scans.source` stores the index in this list, so only append to it. */
export const scanSources = ['camera', 'photo', 'typed', 'link', 'offline'] as const;
export type ScanSource = (typeof scanSources)[number];

/** GET /api/card/{id}: public, since anyone may find the card. */
export const CardLookupResponse = v.object({
  card: v.object({ cardId: v.string(), location: v.nullable(v.string()), description: v.nullable(v.string()) }),
});
export type CardLookupResponse = v.InferOutput<typeof CardLookupResponse>;

/** GET /api/cache-cards returns an array of these. */
export const OwnCard = v.object({
  id: v.number(),
  cardId: v.string(),
  status: v.picklist(cardStatuses),
  location: v.nullable(v.string()),
  description: v.nullable(v.string()),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  /** Null until the owner has chosen; the card is then not on the map. */
  visibility: v.nullable(v.picklist(placeVisibilities)),
  placedDate: v.nullable(isoInstant),
  totalScans: v.number(),
  tokensEarned: v.number(),
  createdAt: isoInstant,
});
export type OwnCard = v.InferOutput<typeof OwnCard>;
export const OwnCardList = v.array(OwnCard);

/** A find of the owner's card. `finder` is a user name, or null if the finder has none. */
export const CardFind = v.object({ id: v.number(), scanDate: isoInstant, finder: v.nullable(v.string()), source: v.picklist(scanSources) });
export type CardFind = v.InferOutput<typeof CardFind>;

/** GET /api/cache-cards/{cardId}: the card with its 50 newest finds. */
export const OwnCardPage = v.object({
  card: OwnCard,
  code: v.string(),
  scanUrl: v.string(),
  /** When the placement form was first submitted, and when another member's find confirmed it. */
  placement: v.nullable(v.object({ placedAt: isoInstant, confirmedAt: v.nullable(isoInstant) })),
  /** Its public location, or null if not shown; possibly in the cell of an older nearby card of the same owner. */
  shownAt: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
  openReports: v.number(),
  reportedByMe: v.boolean(),
  finds: v.array(CardFind),
});
export type OwnCardPage = v.InferOutput<typeof OwnCardPage>;

/**
 * POST /api/cache-cards/{cardId}/placement; returns the `OwnCard`. Omitting `visibility` leaves it unchanged; with the first coordinates it
 * becomes `near`.
 */
export const PlacementRequest = v.pipe(
  v.strictObject({
    location: requiredText('Please enter a location'),
    description: requiredText('Please describe how to find it', placementTextMaxLength),
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

/** POST /api/card/{cardId}/report (no body): reports a card that the member could not find. */
export const ReportResponse = v.object({ message: v.string(), status: v.picklist(cardStatuses) });
export type ReportResponse = v.InferOutput<typeof ReportResponse>;
