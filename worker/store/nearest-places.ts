/**
 * The nearest cards to a place: a best-first search over the nested cells of the map key, in one statement. A recursive query with an
 * order is a priority queue: it takes the entry with the least distance first. A cell's distance is that of its nearest point, so once a
 * card is taken, no cell that is left holds a nearer one. Empty cells cost at most one row, crowded ones are divided, and only the cards
 * of the cells around the place are read.
 */
import { earthRadiusMeters, type Place } from '#schema/geo.ts';
import { cellSides, cellSpan, columnsWithin, tileSides, worldHeight, worldWidth } from '#schema/map-key.ts';
import type { NearCursor } from '#worker/domain/finding/near-cursor.ts';
import { type Seconds, utcDay } from '#worker/domain/time.ts';
import { isUsedUpBy } from './card-allowances.ts';
import { type Statement, statement } from './sql.ts';

/** A counted cell with no more cards than this is read; one with more is divided. */
const readAtOnce = 12;

/** What an entry of the queue is. Cells are counted where card_tiles has their level, else divided without looking, the smallest are read. */
const entry = { count: 0, divide: 1, read: 2, card: 3 } as const;

const tileLevels = cellSides.map((side) => (tileSides as readonly number[]).indexOf(side));
const entryOf = cellSides.map((side, depth) => {
  if (side === cellSides.at(-1)) return entry.read;
  return tileLevels[depth] === -1 ? entry.divide : entry.count;
});
const most = Math.max(...columnsWithin) ** 2;
const digits = Array.from({ length: most }, (_, digit) => `(${digit})`).join(', ');

/** The value for cells of a depth, an SQL expression. */
const byDepth = (values: readonly number[], depth: string) => `('${JSON.stringify(values)}' ->> (${depth}))`;
const sideOf = (depth: string) => byDepth(cellSides, depth);
const spanOf = (depth: string) => byDepth(cellSides.map(cellSpan), depth);

/** A subquery, because SQLite evaluates its columns once, and repeated expressions each time. */
const once = (columns: string, from = '') => `(SELECT ${columns} ${from && `FROM ${from}`} LIMIT 1)`;
/** Squared half chords: the haversine formula, as in `metersBetween`. */
const halfChord = (degrees: string) => `pow(sin(radians(${degrees}) / 2), 2)`;
const squareTo = (latitude: string, across: string) =>
  `${halfChord(`${latitude} - ?1`)} + cos(radians(?1)) * cos(radians(${latitude})) * ${across}`;
const millimeters = (square: string) => `${2_000 * earthRadiusMeters} * asin(sqrt(min(1, ${square})))`;

/** The sides of a cell in degrees. */
const box = (y: string, x: string, side: string) =>
  once(
    'y / 1e6 AS south, (y + side) / 1e6 AS north, x / 1e6 AS west, (x + side) / 1e6 AS east',
    once(`${y} - ${worldHeight / 2} AS y, ${x} - ${worldWidth / 2} AS x, ${side} AS side`),
  );

/** To the nearest point of a cell: on its nearest meridian, at an end of that or where the great circle meets it at a right angle. */
function nearestOf(cell: string): string {
  const across = `iif(west <= ?2 AND ?2 <= east, 0, min(${halfChord('west - ?2')}, ${halfChord('east - ?2')}))`;
  const middle = 'max(south, min(north, degrees(atan2(sin(radians(?1)), cos(radians(?1)) * (1 - 2 * across)))))';
  const points = once(`south, north, across, ${middle} AS middle`, once(`south, north, ${across} AS across`, cell));
  const square = `min(${['south', 'north', 'middle'].map((latitude) => squareTo(latitude, 'across')).join(', ')})`;
  return `(SELECT ${millimeters(square)} FROM ${points})`;
}

/** To the farthest point of a cell: the nearest one to the place on the other side of the earth. */
function farthestOf(cell: string): string {
  const opposite = (turn: string) => `west <= ?2 ${turn} AND ?2 ${turn} <= east`;
  const across = `iif((${opposite('+ 180')}) OR (${opposite('- 180')}), 1, max(${halfChord('west - ?2')}, ${halfChord('east - ?2')}))`;
  const middle = 'max(south, min(north, degrees(-atan2(sin(radians(?1)), -cos(radians(?1)) * (1 - 2 * across)))))';
  const points = once(`south, north, across, ${middle} AS middle`, once(`south, north, ${across} AS across`, cell));
  const square = `max(${['south', 'north', 'middle'].map((latitude) => squareTo(latitude, 'across')).join(', ')})`;
  return `(SELECT ${millimeters(square)} FROM ${points})`;
}

/**
 * Up to `limit` cards, nearest first, after the cursor if there is one; none, and no row is read, if the member's day is used up.
 * Distances to cells leave room for rounding.
 */
export function nearestPlaces(
  place: Place,
  { cursor, limit }: { cursor: NearCursor | null; limit: number },
  { userId, now }: { userId: number; now: Seconds },
): Statement<NearCursor> {
  const depth = 'q.depth + 1';
  const [columns, side] = [byDepth(columnsWithin, depth), sideOf(depth)];
  const [y, x] = [`(q.y + n / ${columns} * ${side})`, `(q.x + n % ${columns} * ${side})`];
  const cell = box(y, x, side);
  const toCard = squareTo('p.shown_latitude_e6 / 1e6', halfChord('p.shown_longitude_e6 / 1e6 - ?2'));
  return statement<NearCursor, 'millimeters'>(
    // The digits come first in their join: SQLite would count a row for each of them otherwise.
    `WITH RECURSIVE digit(n) AS (VALUES ${digits}), queue(millimeters, kind, depth, y, x, item) AS (
       SELECT 0, ${entry.divide}, -1, 0, 0, 0 WHERE NOT ${isUsedUpBy('?6', '?7')}
       UNION ALL
       SELECT ${nearestOf(cell)} * 0.9999999 - 2, ${byDepth(entryOf, depth)}, ${depth}, ${y}, ${x}, q.item + n * ${spanOf(depth)}
       FROM digit CROSS JOIN queue q
       WHERE q.kind = ${entry.divide} AND n < ${columns} * ${columns} AND ${y} < ${worldHeight}
         AND (?3 < 0 OR ${farthestOf(cell)} * 1.0000001 + 2 >= ?3)
       UNION ALL
       SELECT q.millimeters, iif(t.cards > ${readAtOnce}, ${entry.divide}, ${entry.read}), q.depth, q.y, q.x, q.item
       FROM queue q CROSS JOIN card_tiles t ON t.level = ${byDepth(tileLevels, 'q.depth')} AND t.tile = q.item / ${spanOf('q.depth')}
       WHERE q.kind = ${entry.count} AND t.cards > 0
       UNION ALL
       SELECT round(${millimeters(toCard)}), ${entry.card}, 0, 0, 0, p.id
       FROM queue q CROSS JOIN cache_cards p ON p.map_key >= q.item AND p.map_key < q.item + ${spanOf('q.depth')}
       WHERE q.kind = ${entry.read}
       ORDER BY 1, 2, 6
     )
     SELECT item AS "id", CAST(millimeters AS INTEGER) AS "millimeters" FROM queue
     WHERE kind = ${entry.card} AND (millimeters > ?3 OR (millimeters = ?3 AND item > ?4)) LIMIT ?5`,
    place.latitude,
    place.longitude,
    cursor?.millimeters ?? -1,
    cursor?.id ?? 0,
    limit,
    userId,
    utcDay(now),
  );
}
