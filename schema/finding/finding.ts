/** Cards around a place, and what a map shows. Product rules: Finding cards. Places are those that others may see, never a card's own. */
import * as v from 'valibot';
import { shownVisibilities } from '#schema/finding/shown-place.ts';
import { cardsCarriedAtMost } from '#schema/rules.ts';

function degrees(name: string, most: number) {
  const message = `${name} is a number from -${most} to ${most}`;
  return v.pipe(
    v.string(message),
    v.regex(/^-?\d{1,3}(\.\d{1,15})?$/, message),
    v.transform(Number),
    v.minValue(-most, message),
    v.maxValue(most, message),
  );
}

const limitMessage = `limit is a number from 1 to ${cardsCarriedAtMost}`;

const cursorMessage = 'cursor is what nextCursor said';

/** GET /api/cards/near. `cursor` is what `nextCursor` of the page before said. */
export const NearQuery = v.object({
  lat: degrees('lat', 90),
  lng: degrees('lng', 180),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, limitMessage),
      v.transform(Number),
      v.minValue(1, limitMessage),
      v.maxValue(cardsCarriedAtMost, limitMessage),
    ),
    '20',
  ),
  cursor: v.optional(v.pipe(v.string(cursorMessage), v.regex(/^\d{1,11}-\d{1,15}$/, cursorMessage))),
});
export type NearQuery = v.InferOutput<typeof NearQuery>;

/** A card that others may find. */
export const CardPlace = v.object({
  /** The card's row: a handle for hint and report. The printed id is none, since a scan without the code pays too. */
  id: v.number(),
  /** The printed id, of the asking member's own cards alone. */
  cardId: v.nullable(v.string()),
  /** The owner's name for the place. */
  name: v.string(),
  latitude: v.number(),
  longitude: v.number(),
  /** How exact the place is. */
  visibility: v.picklist(shownVisibilities),
  /** Whether the asking member has found it; `own` where it is theirs. */
  found: v.picklist(['yes', 'no', 'own']),
});
export type CardPlace = v.InferOutput<typeof CardPlace>;

/** In the list its hint, too: the owner's description. */
export const NearCard = v.object({ ...CardPlace.entries, hint: v.string() });
export type NearCard = v.InferOutput<typeof NearCard>;

/** GET /api/cards/:id/hint: of a card on the map. Empty where its owner gives none. */
export const CardHint = v.object({ hint: v.string() });
export type CardHint = v.InferOutput<typeof CardHint>;

/** Nearest first. */
export const NearCards = v.object({
  cards: v.array(NearCard),
  nextCursor: v.nullable(v.string()),
  /** The day's cards are used up: there may be more than what was shown already. */
  isDayUsedUp: v.boolean(),
});
export type NearCards = v.InferOutput<typeof NearCards>;

const bboxMessage = 'bbox is west,south,east,north in degrees; west may be more than east across the date line';

/** GET /api/cards/in */
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
  /** Of the map, as tiles of the web count it; whole. */
  zoom: v.pipe(
    v.string('zoom is a number from 0 to 22'),
    v.regex(/^\d{1,2}$/, 'zoom is a number from 0 to 22'),
    v.transform(Number),
    v.maxValue(22, 'zoom is a number from 0 to 22'),
  ),
});
export type MapWindowQuery = v.InferOutput<typeof MapWindowQuery>;

/** How many cards stand in a tile, at the tile's middle. */
export const CardCount = v.object({ latitude: v.number(), longitude: v.number(), count: v.number() });
export type CardCount = v.InferOutput<typeof CardCount>;

/** Either cards or, where there are more than 300 and for visitors, counts; the other list is empty. */
export const MapWindowCards = v.object({ cards: v.array(CardPlace), counts: v.array(CardCount), isDayUsedUp: v.boolean() });
export type MapWindowCards = v.InferOutput<typeof MapWindowCards>;
