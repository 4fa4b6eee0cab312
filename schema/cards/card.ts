/** A member's own cards, card lookup and missing-card reports. Product rules: Cards and scans. */
import * as v from 'valibot';
import { isoDay, isoInstant } from '#schema/fields.ts';
import { placeVisibilities } from '#schema/finding/place-visibility.ts';

export const cardStatuses = ['ordered', 'active', 'missing', 'disabled'] as const;
export type CardStatus = (typeof cardStatuses)[number];
/** Sources of a scan. `card_scans.source` stores the index in this list, so only append to it. */
export const scanSources = ['camera', 'photo', 'typed', 'link', 'offline'] as const;
export type ScanSource = (typeof scanSources)[number];

/** Response of GET /api/card/{id}, which is public because anyone may find the card. */
export const CardLookupResponse = v.object({
  card: v.object({ cardId: v.string(), location: v.nullable(v.string()), description: v.nullable(v.string()) }),
});
export type CardLookupResponse = v.InferOutput<typeof CardLookupResponse>;

/** Entry in the response of GET /api/cache-cards. */
export const OwnCard = v.object({
  id: v.number(),
  cardId: v.string(),
  status: v.picklist(cardStatuses),
  /** Whether the card is missing without an open report, because its owner took it off the map. */
  isTakenOff: v.boolean(),
  location: v.nullable(v.string()),
  description: v.nullable(v.string()),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  /** How precisely the map shows the card. Null until the owner chooses a visibility; until then, the card is not on the map. */
  visibility: v.nullable(v.picklist(placeVisibilities)),
  placedDate: v.nullable(isoInstant),
  /** When the printer shipped the card; null unless it is on its way to the owner, who has not placed it yet. */
  shippedAt: v.nullable(isoInstant),
  totalScans: v.number(),
  tokensEarned: v.number(),
  createdAt: isoInstant,
});
export type OwnCard = v.InferOutput<typeof OwnCard>;
export const OwnCardList = v.array(OwnCard);

/**
 * A find of the owner's card. `scanDate` and `finder` are null for the first `finderHiddenSeconds`. `finder` is a username, or null if the
 * finder has none. There is no row id, because its place among other ids would reveal the time.
 */
export const CardFind = v.object({
  scanDate: v.nullable(isoDay),
  finder: v.nullable(v.string()),
  source: v.picklist(scanSources),
});
export type CardFind = v.InferOutput<typeof CardFind>;

/** Response of GET /api/cache-cards/{cardId}: the card with its 50 most recent finds. */
export const OwnCardPage = v.object({
  card: OwnCard,
  code: v.string(),
  scanUrl: v.string(),
  /**
   * `placedAt`: when the owner first submitted the placement form. `confirmedOn`: the day on which another member's find confirmed the
   * placement; null until then and for `finderHiddenSeconds` after it. `movedAt`: when the owner moved a confirmed card, which then needs
   * another find to be confirmed at its new place; null if never.
   */
  placement: v.nullable(
    v.object({ placedAt: isoInstant, isConfirmed: v.boolean(), confirmedOn: v.nullable(isoDay), movedAt: v.nullable(isoInstant) }),
  ),
  /**
   * Public location of the card, or null if it is hidden. If the owner has an older card nearby, both cards are shown in the older card's
   * cell.
   */
  shownAt: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
  /**
   * Number of open missing-card reports. `openReports` count toward marking the card as missing; `uncountedReports` do not because the
   * reporters have too little experience.
   */
  openReports: v.number(),
  uncountedReports: v.number(),
  /** When the owner last confirmed that the card is in place; null if never. */
  checkedAt: v.nullable(isoInstant),
  /** When the owner can next confirm that the card is in place; null if they can now. */
  canConfirmFrom: v.nullable(isoInstant),
  /** Id of the member's unplaced card that can replace this one if it is lost; null if they have none. */
  spareCardId: v.nullable(v.string()),
  finds: v.array(CardFind),
});
export type OwnCardPage = v.InferOutput<typeof OwnCardPage>;

/**
 * Response of POST /api/cache-cards/{cardId}/report-answer and of POST /api/card/{cardId}/report. The latter reports that the member could
 * not find the card; its request has no body. Also of POST /api/cache-cards/{cardId}/replacement, which gives a lost card a new code.
 */
export const ReportResponse = v.object({ message: v.string(), status: v.picklist(cardStatuses) });
export type ReportResponse = v.InferOutput<typeof ReportResponse>;
