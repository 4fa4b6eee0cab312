/** Cards by where others see them, from the index of places and the counts per tile alone. */

import type { CardPlace, NearCard } from '#schema/finding.ts';
import type { Place } from '#schema/geo.ts';
import { cardsOnMapAtMost } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/caller.ts';
import type { CardAllowance } from '#worker/domain/finding/card-allowance.ts';
import { type CountedTile, type MapWindows, tilesOver, tilesWithin, type Window } from '#worker/domain/finding/card-tiles.ts';
import type { NearCursor } from '#worker/domain/finding/near-cursor.ts';
import { allowanceOf, type NewlyShown, readAllowance, recordShown } from './card-allowances.ts';
import type { Database } from './database.ts';
import { nearestPlaces } from './nearest-places.ts';
import { isFirstScan } from './scan-kinds.ts';
import { type Answer, batch, firstRow, rows, type Statement, statement } from './sql.ts';
import { type FinderRow, signedInFinder } from './users.ts';

/**
 * Which cards are on the map; those that keep the index (trigger `card_places_added`) say the same. The plus keeps SQLite
 * from going through all active cards where it is given a few.
 */
export function isOnMap(card: string): string {
  return `${card}.shown_latitude_e6 IS NOT NULL AND +${card}.status = 'active' AND ${card}.placement_at IS NOT NULL
    AND ${card}.available_at IS NOT NULL AND ${card}.is_test = 0 AND ${card}.user_id IS NOT NULL
    AND ${card}.is_owner_leaving = 0`;
}

/** What a card without a place's name is called; trigger `card_places_added` says the same. */
export const namelessCard = 'Cache Card';

interface PlaceRow {
  id: number;
  /** Of one's own alone. */
  cardId: string | null;
  name: string;
  latitudeE6: number;
  longitudeE6: number;
  visibility: CardPlace['visibility'];
  found: CardPlace['found'];
}

interface DetailRow extends PlaceRow {
  hint: string | null;
}

export interface NearSeen {
  member: FinderRow | undefined;
  allowance: CardAllowance;
  /** Nearest first. */
  nearest: NearCursor[];
}

type Showed = { isShown: true; cards: NearCard[] } | { isShown: false; allowance: CardAllowance };

export interface CardSeen {
  member: FinderRow | undefined;
  allowance: CardAllowance;
  /** Undefined where no such card is on the map. */
  card: NearCard | undefined;
}

export interface WindowSeen {
  member: FinderRow | undefined;
  allowance: CardAllowance;
  cards: CardPlace[];
  tiles: CountedTile[];
}

export function cardPlaceStore(db: Database) {
  return {
    /** The nearest cards to a place, up to `limit` behind the cursor; none where the member's day is used up. One round trip. */
    async near(caller: Caller, place: Place, page: { cursor: NearCursor | null; limit: number }, now: number): Promise<NearSeen> {
      const [member, allowance, nearest] = await batch(db, [
        signedInFinder(caller, now),
        allowanceOf(caller.userId, now),
        nearestPlaces(place, page, { userId: caller.userId, now }),
      ]);
      return { member: firstRow(member), allowance: readAllowance(allowance), nearest: rows(nearest) };
    },

    /**
     * What the list says of these cards, in their order; without those that have left the map meanwhile. What is shown for the first time
     * today is written down in the same round trip; where another request was first, nothing is told but what that has left.
     */
    async show(caller: Caller, listed: readonly number[], newlyShown: NewlyShown | undefined, now: number): Promise<Showed> {
      // A statement each: of a list of ids SQLite would read each twice.
      const details = listed.map((id) => detailsOf(caller.userId, id));
      const told = (answers: Answer<DetailRow>[]) => answers.flatMap((answer) => rows(answer)).map(presentNear);
      if (!newlyShown) return { isShown: true, cards: details.length > 0 ? told(await batch(db, details)) : [] };
      const [written, current, ...answers] = await batch(db, [
        recordShown(caller, newlyShown, now),
        allowanceOf(caller.userId, now),
        ...details,
      ]);
      return firstRow(written) ? { isShown: true, cards: told(answers) } : { isShown: false, allowance: readAllowance(current) };
    },

    /** One card of the map, by its row. */
    async one(caller: Caller, id: number, now: number): Promise<CardSeen> {
      const [member, allowance, card] = await batch(db, [
        signedInFinder(caller, now),
        allowanceOf(caller.userId, now),
        detailsOf(caller.userId, id),
      ]);
      return { member: firstRow(member), allowance: readAllowance(allowance), card: rows(card).map(presentNear)[0] };
    },

    /** What a window of the map holds: its cards, up to one more than are shown one by one, and the counts of its tiles. One round trip. */
    async inWindow(caller: Caller, windows: MapWindows, level: number, now: number): Promise<WindowSeen> {
      const [member, allowance, cards, tiles] = await batch(db, [
        signedInFinder(caller, now),
        allowanceOf(caller.userId, now),
        cardsOf(caller.userId, windows, level),
        countsOf(windows, level),
      ]);
      return {
        member: firstRow(member),
        allowance: readAllowance(allowance),
        cards: rows(cards).map(presentPlace),
        tiles: rows(tiles),
      };
    },

    /** The counts alone. */
    async countsIn(windows: MapWindows, level: number): Promise<CountedTile[]> {
      const [tiles] = await batch(db, [countsOf(windows, level)]);
      return rows(tiles);
    },
  };
}

function detailsOf(userId: number, id: number): Statement<DetailRow> {
  return statement<DetailRow, 'cardId' | 'name' | 'latitudeE6' | 'longitudeE6' | 'visibility' | 'found'>(
    `SELECT c.id AS "id", iif(c.user_id = ?1, c.card_id, NULL) AS "cardId", coalesce(c.location, '${namelessCard}') AS "name", c.description AS "hint",
       c.shown_latitude_e6 AS "latitudeE6", c.shown_longitude_e6 AS "longitudeE6", c.visibility AS "visibility",
       ${foundBy('c.id', 'c.user_id')} AS "found"
     FROM cache_cards c WHERE c.id = ?2 AND ${isOnMap('c')}`,
    userId,
    id,
  );
}

/** Of the member ?1. */
function foundBy(card: string, owner: string): string {
  return `iif(${owner} = ?1, 'own', iif(EXISTS (SELECT 1 FROM card_scans s WHERE s.card_id = ${card} AND s.user_id = ?1 AND ${isFirstScan('s')}), 'yes', 'no'))`;
}

/** One more than are shown one by one; none of a wide window one of whose tiles holds more than that. */
function cardsOf(userId: number, [first, second]: MapWindows, level: number): Statement<PlaceRow> {
  const isWide = level === 0;
  const inside = [first, second].map((window) => (window && isWide ? tilesWithin(window, level) : null));
  const holds = (from: number) => `t.tile / ?10 BETWEEN ?${from} AND ?${from + 1} AND t.tile % ?10 BETWEEN ?${from + 2} AND ?${from + 3}`;
  const isCrowded = `EXISTS (SELECT 1 FROM card_tiles t WHERE t.level = 0 AND t.cards > ${cardsOnMapAtMost} AND (${holds(11)} OR ${holds(15)}))`;
  // From a row to begin with, or none: a condition of the places themselves would be asked of each of them.
  const places = (from: number) =>
    `SELECT p.id, p.name, p.south, p.west, p.visibility, p.user_id
     FROM (SELECT 1 WHERE ?${from} IS NOT NULL AND NOT ${isCrowded}) begin CROSS JOIN card_places p
     WHERE p.south >= ?${from} AND p.south <= ?${from + 1} AND p.west >= ?${from + 2} AND p.west <= ?${from + 3}`;
  return statement<PlaceRow, keyof PlaceRow>(
    `SELECT p.id AS "id", iif(p.user_id = ?1, (SELECT c.card_id FROM cache_cards c WHERE c.id = p.id), NULL) AS "cardId", p.name AS "name", p.south AS "latitudeE6", p.west AS "longitudeE6",
       p.visibility AS "visibility", ${foundBy('p.id', 'p.user_id')} AS "found"
     FROM (${places(2)} UNION ALL ${places(6)}) p LIMIT ${cardsOnMapAtMost + 1}`,
    userId,
    ...sidesOf(first),
    ...sidesOf(second),
    tilesOver(first, level).tilesARow,
    ...inside.flatMap(sidesOf),
  );
}

/** No values, where there is no second window: nothing lies between these. */
const sidesOf = (range: Window | undefined | null) =>
  range ? [range.south, range.north, range.west, range.east] : [null, null, null, null];

function countsOf([first, second]: MapWindows, level: number): Statement<CountedTile> {
  const ranges = [first, second].map((window) => window && tilesOver(window, level));
  return statement<CountedTile>(
    `WITH RECURSIVE band(row, north, west, east) AS (
       SELECT ?3, ?4, ?5, ?6 UNION ALL SELECT ?7, ?8, ?9, ?10 UNION ALL SELECT row + 1, north, west, east FROM band WHERE row < north
     )
     SELECT t.tile AS "tile", t.cards AS "cards" FROM band CROSS JOIN card_tiles t
     WHERE t.level = ?1 AND t.tile >= band.row * ?2 + band.west AND t.tile <= band.row * ?2 + band.east AND t.cards > 0`,
    level,
    tilesOver(first, level).tilesARow,
    ...ranges.flatMap(sidesOf),
  );
}

function presentNear(row: DetailRow): NearCard {
  return { ...presentPlace(row), hint: row.hint ?? '' };
}

function presentPlace({ id, latitudeE6, longitudeE6, cardId, name, visibility, found }: PlaceRow): CardPlace {
  return { id, cardId, name, latitude: latitudeE6 / 1e6, longitude: longitudeE6 / 1e6, visibility, found };
}
