/**
 * Requests and responses for finding cards. Contains only public locations, never a card's stored coordinates. Product rules: Finding
 * cards.
 */
import * as v from 'valibot';
import { shownVisibilities } from '#schema/finding/shown-place.ts';
import { maxCarriedCards } from '#schema/rules.ts';

function degrees(name: string, max: number) {
  const message = `${name} must be a number from -${max} to ${max}`;
  return v.pipe(
    v.string(message),
    v.regex(/^-?\d{1,3}(\.\d{1,15})?$/, message),
    v.transform(Number),
    v.minValue(-max, message),
    v.maxValue(max, message),
  );
}

const limitMessage = `limit must be a number from 1 to ${maxCarriedCards}`;

const cursorMessage = 'cursor must be the nextCursor of the previous page';

/** Query of GET /api/cards/near. `cursor` is the previous page's `nextCursor`. */
export const NearQuery = v.object({
  lat: degrees('lat', 90),
  lng: degrees('lng', 180),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, limitMessage),
      v.transform(Number),
      v.minValue(1, limitMessage),
      v.maxValue(maxCarriedCards, limitMessage),
    ),
    '20',
  ),
  cursor: v.optional(v.pipe(v.string(cursorMessage), v.regex(/^\d{1,11}-\d{1,15}$/, cursorMessage))),
});
export type NearQuery = v.InferOutput<typeof NearQuery>;

export const CardPlace = v.object({
  /**
   * Row id of the card, used to request its hint and to report it as missing. The id printed on the card stays secret because anyone who
   * knows it can claim the reward for a find.
   */
  id: v.number(),
  /** The id printed on the card; null unless the card belongs to the member. */
  cardId: v.nullable(v.string()),
  name: v.string(),
  latitude: v.number(),
  longitude: v.number(),
  visibility: v.picklist(shownVisibilities),
  /** Whether the member has found the card; `own` for their own cards. */
  found: v.picklist(['yes', 'no', 'own']),
});
export type CardPlace = v.InferOutput<typeof CardPlace>;

/** A card in the list of nearby cards; `hint` is the owner's description. */
export const NearCard = v.object({ ...CardPlace.entries, hint: v.string() });
export type NearCard = v.InferOutput<typeof NearCard>;

/** Response of GET /api/cards/:id/details, which is available to members who have not found the card yet. */
export const CardDetails = v.object({
  /** The owner's hint; empty if there is none. */
  hint: v.string(),
  /** The owner's username; null if they have none. */
  ownerName: v.nullable(v.string()),
  /** Id of the medal that the owner shows (schema/progress/medals.ts); null if none. */
  ownerMedal: v.nullable(v.string()),
  /** UTC day on which the card was placed, `YYYY-MM-DD`; null if its owner has moved it since. */
  placedOn: v.nullable(v.string()),
  /** Week in which the owner moved the card to its current place, as the date of its Monday (UTC, `YYYY-MM-DD`); null if never. */
  movedWeek: v.nullable(v.string()),
  /** Number of finds at the current place before this week. Newer finds are excluded because a live count would reveal the time of each find. */
  finds: v.number(),
  /**
   * Week in which the last find included in `finds` was made, as the date of its Monday (UTC, `YYYY-MM-DD`); null if there are no finds.
   */
  lastFoundWeek: v.nullable(v.string()),
  /** Week in which the owner last confirmed that the card is in place, in the same format; null if never. */
  checkedWeek: v.nullable(v.string()),
});
export type CardDetails = v.InferOutput<typeof CardDetails>;

/** Response of GET /api/cards/country: the approximate location of the caller's network, to within about 100 km; null if unknown. */
export const CountryPlace = v.object({ place: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })) });
export type CountryPlace = v.InferOutput<typeof CountryPlace>;

/** Response of GET /api/cards/near, nearest cards first. */
export const NearCards = v.object({
  cards: v.array(NearCard),
  nextCursor: v.nullable(v.string()),
  /** True if the caller's daily card limit was reached, so there may be more cards. */
  isDayUsedUp: v.boolean(),
});
export type NearCards = v.InferOutput<typeof NearCards>;

const bboxMessage = 'bbox must be west,south,east,north in degrees; if the box crosses the date line, west is greater than east';

export const MapWindowQuery = v.object({
  bbox: v.pipe(
    v.string(bboxMessage),
    v.regex(/^(-?\d{1,3}(\.\d{1,15})?)(,-?\d{1,3}(\.\d{1,15})?){3}$/, bboxMessage),
    v.transform((text) => {
      const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = text.split(',').map(Number);
      return { west, south, east, north };
    }),
    v.check(
      ({ west, south, east, north }) => south >= -90 && north <= 90 && south <= north && Math.abs(west) <= 180 && Math.abs(east) <= 180,
      bboxMessage,
    ),
  ),
  zoom: v.pipe(
    v.string('zoom must be a number from 0 to 22'),
    v.regex(/^\d{1,2}$/, 'zoom must be a number from 0 to 22'),
    v.transform(Number),
    v.maxValue(22, 'zoom must be a number from 0 to 22'),
  ),
});
export type MapWindowQuery = v.InferOutput<typeof MapWindowQuery>;

export const CardCount = v.object({ latitude: v.number(), longitude: v.number(), count: v.number() });
export type CardCount = v.InferOutput<typeof CardCount>;

/**
 * Contents of the visible map area. Visitors, and members with more than 300 cards in view, get `counts` instead of `cards`. The unused
 * list is empty.
 */
export const MapWindowCards = v.object({ cards: v.array(CardPlace), counts: v.array(CardCount), isDayUsedUp: v.boolean() });
export type MapWindowCards = v.InferOutput<typeof MapWindowCards>;
