import { dailyCards } from '#schema/finding/daily-cards.ts';
import type { CardPlace, NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { maxCardsOnMap } from '#schema/rules.ts';
import type { Caller } from '#worker/domain/accounts/caller.ts';
import type { CardAllowance } from '#worker/domain/finding/card-allowance.ts';
import { type CountedTile, listLargestTiles, type MapWindows, selectTiles } from '#worker/domain/finding/card-tiles.ts';
import { type KeyRange, listTileRanges, listViewportRanges } from '#worker/domain/finding/key-ranges.ts';
import type { NearCursor } from '#worker/domain/finding/near-cursor.ts';
import { getWeekStart } from '#worker/domain/weeks.ts';
import { type FinderRow, signedInFinder } from '#worker/store/accounts/users.ts';
import { isAtCurrentPlace, movedAt } from '#worker/store/cards/moved-cards.ts';
import { bindStore } from '#worker/store/database.ts';
import { shownMedal } from '#worker/store/progress/shown-medal.ts';
import { isFirstScan, newestFinds } from '#worker/store/scans/scan-kinds.ts';
import { batch, firstRow, rows, type Statement, type StatementResult, statement } from '#worker/store/sql.ts';
import { type AllowanceUpdate, readAllowance, recordShownCards, selectAllowance } from './card-allowances.ts';
import { nearestPlaces } from './nearest-places.ts';

/**
 * Returns SQL that is true if the card is on the map. `card` is the alias of cache_cards. The conditions are in the column's definition
 * (schema/tables/cards.ts).
 */
export const isOnMap = (card: string): string => `${card}.is_on_map = 1`;

const namelessCard = 'Cache Card';
export const cardNameSql = (card: string): string => `coalesce(${card}.location, '${namelessCard}')`;

/** Times of a card's newest finds. The limit exceeds the number of finds that most cards get in a week. */
const recentFinds = `${newestFinds('c.id')} LIMIT 200`;

/** Times of the newest finds of a card that was moved, whose number at the current place is not stored. */
const findsSinceMove = `${newestFinds('c.id')} LIMIT 5000`;

/** Maximum number of map-key ranges that a query for a map area reads. With more ranges, fewer cards outside the area are read. */
const rangesOfWindow = 16;
/**
 * Maximum number of tile ranges that a query for tile counts reads. Almost any area of up to 100 tiles fits exactly, without tiles outside
 * it.
 */
const rangesOfTiles = 40;

interface PlaceRow {
  id: number;
  /** The card's public id; set only for the caller's own cards. */
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

export interface NearResult {
  member: FinderRow | undefined;
  allowance: CardAllowance;
  nearest: NearCursor[];
}

type ShowResult = { isShown: true; cards: NearCard[] } | { isShown: false; allowance: CardAllowance };

export interface CardResult {
  member: FinderRow | undefined;
  allowance: CardAllowance;
  card: NearCard | undefined;
  details: CardDetailsRow | undefined;
}

export interface CardDetailsRow {
  ownerName: string | null;
  ownerMedal: string | null;
  /** When the card was placed, in Unix seconds. */
  placedAt: number;
  movedAt: number | null;
  /** Number of finds at the current place before this week. Like `lastFoundAt`, excludes recent finds so that their times are not revealed. */
  finds: number;
  lastFoundAt: number | null;
  checkedAt: number | null;
}

export interface WindowResult {
  member: FinderRow | undefined;
  allowance: CardAllowance;
  cards: CardPlace[];
  tiles: CountedTile[];
}

export const cardPlaceStore = bindStore({
  /** Returns up to `limit` of the nearest cards after the cursor, or none if the daily allowance is used up. Takes one round trip. */
  async near(db, caller: Caller, place: Place, page: { cursor: NearCursor | null; limit: number }, now: number): Promise<NearResult> {
    const [member, allowance, nearest] = await batch(db, [
      signedInFinder(caller, now),
      selectAllowance(caller.userId, now),
      nearestPlaces(place, page, { userId: caller.userId, now }),
    ]);
    return { ...readMember(member, allowance), nearest: rows(nearest) };
  },

  /**
   * Returns the list details of the cards with these ids in the same order, omitting cards that have left the map in the meantime. Records
   * cards shown for the first time today in the same round trip. If a concurrent request was faster, returns only the member's current
   * allowance.
   */
  async show(db, caller: Caller, ids: readonly number[], update: AllowanceUpdate | undefined, now: number): Promise<ShowResult> {
    // Uses one statement per card because SQLite would read each card twice for a list of ids.
    const details = ids.map((id) => selectDetails(caller.userId, id));
    const presentResults = (resultSets: StatementResult<DetailRow>[]) => resultSets.flatMap((result) => rows(result)).map(presentNear);
    if (!update) return { isShown: true, cards: details.length > 0 ? presentResults(await batch(db, details)) : [] };
    const [saved, current, ...resultSets] = await batch(db, [
      recordShownCards(caller, update, now),
      selectAllowance(caller.userId, now),
      ...details,
    ]);
    return firstRow(saved)
      ? { isShown: true, cards: presentResults(resultSets) }
      : { isShown: false, allowance: readAllowance(current, update.limit) };
  },

  async one(db, caller: Caller, id: number, now: number): Promise<CardResult> {
    const [member, allowance, card, details] = await batch(db, [
      signedInFinder(caller, now),
      selectAllowance(caller.userId, now),
      selectDetails(caller.userId, id),
      statement<CardDetailsRow, 'ownerMedal' | 'placedAt' | 'movedAt' | 'finds' | 'lastFoundAt' | 'checkedAt'>(
        `SELECT u.username AS "ownerName", ${shownMedal('u')} AS "ownerMedal", c.placement_at AS "placedAt",
           ${movedAt} AS "movedAt",
           iif(${movedAt} IS NULL, c.total_scans - (SELECT count(*) FROM (${recentFinds}) WHERE scan_date >= ?2),
             (SELECT count(*) FROM (${findsSinceMove}) WHERE scan_date < ?2 AND ${isAtCurrentPlace('made_at')})) AS "finds",
           (SELECT scan_date FROM (${recentFinds}) WHERE scan_date < ?2 AND ${isAtCurrentPlace('made_at')} LIMIT 1) AS "lastFoundAt",
           iif(${isAtCurrentPlace('c.checked_at')}, c.checked_at, NULL) AS "checkedAt"
         FROM cache_cards c LEFT JOIN users u ON u.id = c.user_id WHERE c.id = ?1 AND ${isOnMap('c')}`,
        [id, getWeekStart(now)],
      ),
    ]);
    return { ...readMember(member, allowance), card: rows(card).map(presentNear)[0], details: firstRow(details) };
  },

  /**
   * Returns the cards in the visible map area and the counts for the area's tiles, in one round trip. One card beyond the map's limit shows
   * that there are too many.
   */
  async inWindow(db, caller: Caller, windows: MapWindows, level: number, now: number): Promise<WindowResult> {
    const [member, allowance, cards, tiles] = await batch(db, [
      signedInFinder(caller, now),
      selectAllowance(caller.userId, now),
      selectCards(caller.userId, windows, level),
      selectCounts(windows, level),
    ]);
    return {
      ...readMember(member, allowance),
      cards: rows(cards).map(presentPlace),
      tiles: selectTiles(rows(tiles), level, windows),
    };
  },

  async countTiles(db, windows: MapWindows, level: number): Promise<CountedTile[]> {
    const [tiles] = await batch(db, [selectCounts(windows, level)]);
    return selectTiles(rows(tiles), level, windows);
  },
});

function readMember(found: StatementResult<FinderRow>, allowance: Parameters<typeof readAllowance>[0]) {
  const member = firstRow(found);
  return { member, allowance: readAllowance(allowance, dailyCards(member?.emailVerifiedAt != null)) };
}

function selectDetails(userId: number, id: number): Statement<DetailRow> {
  return statement<DetailRow, 'cardId' | 'name' | 'latitudeE6' | 'longitudeE6' | 'visibility' | 'found'>(
    `SELECT c.id AS "id", iif(c.user_id = ?1, c.card_id, NULL) AS "cardId", ${cardNameSql('c')} AS "name", c.description AS "hint",
       c.shown_latitude_e6 AS "latitudeE6", c.shown_longitude_e6 AS "longitudeE6", c.visibility AS "visibility",
       ${isFoundBy('c.id', 'c.user_id')} AS "found"
     FROM cache_cards c WHERE c.id = ?2 AND ${isOnMap('c')}`,
    [userId, id],
  );
}

function isFoundBy(card: string, owner: string): string {
  return `iif(${owner} = ?1, 'own', iif(EXISTS (SELECT 1 FROM card_scans s WHERE s.card_id = ${card} AND s.user_id = ?1 AND ${isFirstScan('s')}), 'yes', 'no'))`;
}

/**
 * Selects up to `maxCardsOnMap + 1` cards so that the caller can detect an overflow. Reads none if a single level-0 tile inside the area
 * already has more than `maxCardsOnMap`.
 */
function selectCards(userId: number, windows: MapWindows, level: number): Statement<PlaceRow> {
  const [{ south, north, west, east }, second] = windows;
  const innerTiles = level === 0 ? listLargestTiles(windows) : [];
  return statement<PlaceRow, Exclude<keyof PlaceRow, 'id'>>(
    `SELECT p.id AS "id", iif(p.user_id = ?1, (SELECT c.card_id FROM cache_cards c WHERE c.id = p.id), NULL) AS "cardId", ${cardNameSql('p')} AS "name",
       p.shown_latitude_e6 AS "latitudeE6", p.shown_longitude_e6 AS "longitudeE6", p.visibility AS "visibility", ${isFoundBy('p.id', 'p.user_id')} AS "found"
     FROM json_each(iif(EXISTS (SELECT 1 FROM json_each(?9) w CROSS JOIN card_tiles t ON t.level = 0 AND t.tile = w.value
         WHERE t.cards > ${maxCardsOnMap}), '[]', ?8)) r
       CROSS JOIN cache_cards p ON p.map_key BETWEEN r.value ->> 0 AND r.value ->> 1
     WHERE p.shown_latitude_e6 BETWEEN ?2 AND ?3 AND (p.shown_longitude_e6 BETWEEN ?4 AND ?5 OR p.shown_longitude_e6 BETWEEN ?6 AND ?7)
     LIMIT ${maxCardsOnMap + 1}`,
    [
      userId,
      south,
      north,
      west,
      east,
      second?.west ?? null,
      second?.east ?? null,
      formatRanges(listViewportRanges(windows, rangesOfWindow)),
      JSON.stringify(innerTiles),
    ],
  );
}

const formatRanges = (ranges: readonly KeyRange[]) => JSON.stringify(ranges.map(({ first, last }) => [first, last]));

function selectCounts(windows: MapWindows, level: number): Statement<CountedTile> {
  return statement<CountedTile>(
    `SELECT t.tile AS "tile", t.cards AS "cards", t.row_sum AS "rowSum", t.column_sum AS "columnSum" FROM json_each(?2) r
       CROSS JOIN card_tiles t ON t.level = ?1 AND t.tile BETWEEN r.value ->> 0 AND r.value ->> 1 WHERE t.cards > 0`,
    [level, formatRanges(listTileRanges(windows, level, rangesOfTiles))],
  );
}

function presentNear(row: DetailRow): NearCard {
  return { ...presentPlace(row), hint: row.hint ?? '' };
}

function presentPlace({ id, latitudeE6, longitudeE6, cardId, name, visibility, found }: PlaceRow): CardPlace {
  return { id, cardId, name, latitude: latitudeE6 / 1e6, longitude: longitudeE6 / 1e6, visibility, found };
}
