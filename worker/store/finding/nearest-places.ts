/**
 * Best-first search for the nearest cards over the map key's nested cells, in one statement. A recursive query with ORDER BY acts as a
 * priority queue that always yields the entry with the smallest distance. A cell's distance is that of its nearest point, so once a card is
 * dequeued, no remaining cell contains a nearer card. D1 counts one row read for each dequeued entry and for each count or card read, but
 * none for entries left in the queue. Empty cells are therefore dropped early, and cells with few cards are read immediately.
 */
import { earthRadiusMeters, type Place } from '#schema/finding/geo.ts';
import { cellSides, cellSpan, columnsWithin, gridPosition, mapKey, tileSides, worldHeight, worldWidth } from '#schema/finding/map-key.ts';
import type { NearCursor } from '#worker/domain/finding/near-cursor.ts';
import { type Seconds, utcDay } from '#worker/domain/time.ts';
import { type Statement, statement } from '#worker/store/sql.ts';
import { isAllowanceUsedUp } from './card-allowances.ts';

/** Cells with at most this many cards are read without being split. */
const maxCardsToRead = 10;
/** The nearest-cards search starts in the smallest cell that contains the location and, according to card_tiles, more cards than this. */
const minStartCards = 40;

/**
 * Kinds of queue entries:
 * - `count`: look up the cell's count in card_tiles
 * - `expand`: replace the cell with the counted cells inside it
 * - `cut`: split the cell into cells of the next depth, and read those
 * - `read`: read the cell's cards
 * - `card`: a card
 */
const entry = { count: 0, expand: 1, cut: 2, read: 3, card: 4 } as const;

const depths = cellSides.map((_, depth) => depth);
const levels = cellSides.map((side) => (tileSides as readonly number[]).indexOf(side));
const deepestCountedDepth = Math.max(...depths.filter((depth) => levels[depth] !== -1));
const secondDeepestCountedDepth = Math.max(...depths.filter((depth) => levels[depth] !== -1 && depth < deepestCountedDepth));
const nextCountedDepths = depths.map((depth) => depths.find((next) => next > depth && levels[next] !== -1) ?? depth);
const spans = cellSides.map(cellSpan);
const cellsAround = (depth: number) => (columnsWithin[depth] ?? 1) ** 2 / (depth === 0 ? 2 : 1);
const listNumbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const digits = listNumbers(Math.max(...columnsWithin) ** 2).map((digit) => `(${digit})`);
const maxCellsExpanded = depths
  .slice(0, deepestCountedDepth + 1)
  .flatMap((depth) => listNumbers(cellsAround(depth)).map((digit) => `(${depth}, ${digit})`));

const pickByDepth = (depth: string, values: readonly number[]) => `('${JSON.stringify(values)}' ->> (${depth}))`;
const sideAtDepth = (depth: string) => pickByDepth(depth, cellSides);
const spanAtDepth = (depth: string) => pickByDepth(depth, spans);
const columnsAtDepth = (depth: string) => pickByDepth(depth, columnsWithin);
const outerSideAtDepth = (depth: string) => pickByDepth(depth, [worldWidth, ...cellSides]);
const outerSpanAtDepth = (depth: string) => pickByDepth(depth, [cellSpan(worldWidth), ...spans]);

/** Wraps expressions in a subquery because SQLite evaluates a subquery's columns only once. */
const selectOnce = (columns: string, from = '') => `(SELECT ${columns} ${from && `FROM ${from}`} LIMIT 1)`;
/** Squared half chord in the haversine formula, as in `metersBetween`. */
const halfChord = (degrees: string) => `pow(sin(radians(${degrees}) / 2), 2)`;
const squaredDistanceSql = (latitude: string, across: string) =>
  `${halfChord(`${latitude} - ?1`)} + cos(radians(?1)) * cos(radians(${latitude})) * ${across}`;
const millimeters = (square: string) => `${2_000 * earthRadiusMeters} * asin(sqrt(min(1, ${square})))`;
const latitudes = ['south', 'north', 'middle'];

/** A cell as SQL expressions: the grid position of its southwestern corner and its side length. */
interface Cell {
  y: string;
  x: string;
  side: string;
}

const measureSides = ({ y, x, side }: Cell) =>
  selectOnce(
    'y / 1e6 AS south, (y + side) / 1e6 AS north, x / 1e6 AS west, (x + side) / 1e6 AS east',
    selectOnce(`${y} - ${worldHeight / 2} AS y, ${x} - ${worldWidth / 2} AS x, ${side} AS side`),
  );

/**
 * Returns SQL for the distance to a cell's nearest point. That point is on the cell's nearest meridian, at one end or where the great
 * circle crosses the meridian at a right angle.
 */
function distanceTo(cell: Cell): string {
  const across = `iif(west <= ?2 AND ?2 <= east, 0, min(${halfChord('west - ?2')}, ${halfChord('east - ?2')}))`;
  const middle = 'max(south, min(north, degrees(atan2(sin(radians(?1)), cos(radians(?1)) * (1 - 2 * across)))))';
  const points = selectOnce(
    `south, north, across, ${middle} AS middle`,
    selectOnce(`south, north, ${across} AS across`, measureSides(cell)),
  );
  const square = `min(${latitudes.map((latitude) => squaredDistanceSql(latitude, 'across')).join(', ')})`;
  // Reduces the distance slightly to allow for rounding errors.
  return `(SELECT ${millimeters(square)} FROM ${points}) * 0.9999999 - 2`;
}

/**
 * Returns SQL that is true if the cell extends beyond the cursor's distance. A cell's farthest point is the one nearest to the antipode of
 * the search location.
 */
function reachesCursor(cell: Cell): string {
  const containsAntimeridian = (shift: string) => `west <= ?2 ${shift} AND ?2 ${shift} <= east`;
  const across = `iif((${containsAntimeridian('+ 180')}) OR (${containsAntimeridian('- 180')}), 1, max(${halfChord('west - ?2')}, ${halfChord('east - ?2')}))`;
  const middle = 'max(south, min(north, degrees(-atan2(sin(radians(?1)), -cos(radians(?1)) * (1 - 2 * across)))))';
  const points = selectOnce(
    `south, north, across, ${middle} AS middle`,
    selectOnce(`south, north, ${across} AS across`, measureSides(cell)),
  );
  const square = `max(${latitudes.map((latitude) => squaredDistanceSql(latitude, 'across')).join(', ')})`;
  return `(?3 < 0 OR (SELECT ${millimeters(square)} FROM ${points}) * 1.0000001 + 2 >= ?3)`;
}

/**
 * Returns SQL for the kind of queue entry for a counted cell: read its cards, read its subcells, or count its subcells first. With few
 * cards per subcell, reading is cheaper than counting.
 */
const entryKindSql = (depth: string) =>
  `iif(t.cards <= ${maxCardsToRead}, ${entry.read}, iif(${depth} = ${deepestCountedDepth} OR (${depth} = ${secondDeepestCountedDepth} AND t.cards <= ${4 * maxCardsToRead}),
    ${entry.cut}, ${entry.expand}))`;

/**
 * Seeds the queue with the siblings of the location's cell at each depth, and with the cell itself at the deepest level. The deepest level
 * depends on the number of cards nearby.
 */
function firstCells(): string {
  // The casts are needed because D1 binds every number as REAL.
  const [y, x, key] = ['CAST(?8 AS INTEGER)', 'CAST(?9 AS INTEGER)', 'CAST(?10 AS INTEGER)'];
  const [side, columns, outer] = [sideAtDepth('depth'), columnsAtDepth('depth'), outerSpanAtDepth('depth')];
  const cell = {
    y: `(${y} - ${y} % ${outerSideAtDepth('depth')} + n / ${columns} * ${side})`,
    x: `(${x} - ${x} % ${outerSideAtDepth('depth')} + n % ${columns} * ${side})`,
    side,
  };
  const countedDepths = depths.filter((depth) => levels[depth] !== -1 && depth < deepestCountedDepth).reverse();
  const startDepth = `coalesce((SELECT l.column1 FROM (VALUES ${countedDepths.map((depth) => `(${nextCountedDepths[depth]}, ${levels[depth]}, ${spans[depth]})`).join(', ')}) l
    CROSS JOIN card_tiles t ON t.level = l.column2 AND t.tile = ${key} / l.column3 WHERE t.cards > ${minStartCards} LIMIT 1), ${nextCountedDepths[0]})`;
  const kinds = depths.map((depth) => (levels[depth] === -1 ? entry.expand : entry.count));
  return `SELECT ${distanceTo(cell)}, ${pickByDepth('depth', kinds)}, depth, ${cell.y}, ${cell.x}, ${key} / ${outer} * ${outer} + n * ${spanAtDepth('depth')}
    FROM around WHERE depth <= ${startDepth} AND (depth = ${startDepth} OR ${key} % ${outer} / ${spanAtDepth('depth')} <> n)
      AND NOT ${isAllowanceUsedUp('?6', '?7')} AND ${reachesCursor(cell)}`;
}

function countCells(): string {
  return `SELECT q.millimeters, ${entryKindSql('q.depth')}, q.depth, q.y, q.x, q.item
    FROM queue q CROSS JOIN card_tiles t ON t.level = ${pickByDepth('q.depth', levels)} AND t.tile = q.item / ${spanAtDepth('q.depth')}
    WHERE q.kind = ${entry.count} AND t.cards > 0`;
}

/** Replaces a cell with the counted cells inside it, one or two levels down. */
function expandCells(): string {
  const depth = pickByDepth('q.depth', nextCountedDepths);
  const span = pickByDepth(
    'q.depth',
    nextCountedDepths.map((next) => spans[next] ?? 1),
  );
  const offset = `(t.tile * ${span} - q.item)`;
  const [first, second] = ['q.depth + 1', 'q.depth + 2'];
  const [one, other] = [`${offset} / ${spanAtDepth(first)}`, `${offset} % ${spanAtDepth(first)} / ${spanAtDepth(second)}`];
  const cell = {
    y: `(q.y + ${one} / ${columnsAtDepth(first)} * ${sideAtDepth(first)} + ${other} / ${columnsAtDepth(second)} * ${sideAtDepth(second)})`,
    x: `(q.x + ${one} % ${columnsAtDepth(first)} * ${sideAtDepth(first)} + ${other} % ${columnsAtDepth(second)} * ${sideAtDepth(second)})`,
    side: pickByDepth(
      'q.depth',
      nextCountedDepths.map((next) => cellSides[next] ?? 1),
    ),
  };
  return `SELECT ${distanceTo(cell)}, ${entryKindSql(depth)}, ${depth}, ${cell.y}, ${cell.x}, t.tile * ${span}
    FROM queue q CROSS JOIN card_tiles t ON t.level = ${pickByDepth(
      'q.depth',
      nextCountedDepths.map((next) => levels[next] ?? -1),
    )}
      AND t.tile >= q.item / ${span} AND t.tile < (q.item + ${spanAtDepth('q.depth')}) / ${span}
    WHERE q.kind = ${entry.expand} AND t.cards > 0 AND ${reachesCursor(cell)}`;
}

function splitCells(): string {
  const depth = 'q.depth + 1';
  const [side, columns] = [sideAtDepth(depth), columnsAtDepth(depth)];
  const cell = { y: `(q.y + n / ${columns} * ${side})`, x: `(q.x + n % ${columns} * ${side})`, side };
  return `SELECT ${distanceTo(cell)}, ${entry.read}, ${depth}, ${cell.y}, ${cell.x},
      q.item + n * ${spanAtDepth(depth)}
    FROM digit CROSS JOIN queue q WHERE q.kind = ${entry.cut} AND n < ${columns} * ${columns} AND ${reachesCursor(cell)}`;
}

function readCards(): string {
  const toCard = squaredDistanceSql('p.shown_latitude_e6 / 1e6', halfChord('p.shown_longitude_e6 / 1e6 - ?2'));
  const distance = `round(${millimeters(toCard)})`;
  return `SELECT ${distance}, ${entry.card}, 0, 0, 0, p.id
    FROM queue q CROSS JOIN cache_cards p ON p.map_key >= q.item AND p.map_key < q.item + ${spanAtDepth('q.depth')}
    WHERE q.kind = ${entry.read} AND (?3 < 0 OR ${distance} >= ?3)`;
}

// The VALUES tables come first in each join because D1 otherwise counts each of their rows as read. D1 allows at most five terms in a
// compound SELECT.
const sql = `WITH RECURSIVE digit(n) AS (VALUES ${digits.join(', ')}), around(depth, n) AS (VALUES ${maxCellsExpanded.join(', ')}),
  queue(millimeters, kind, depth, y, x, item) AS (
    ${[firstCells(), countCells(), expandCells(), splitCells(), readCards()].join('\n UNION ALL ')}
    ORDER BY 1, 2, 6
  )
  SELECT item AS "id", CAST(millimeters AS INTEGER) AS "millimeters" FROM queue
  WHERE kind = ${entry.card} AND (millimeters > ?3 OR (millimeters = ?3 AND item > ?4)) LIMIT ?5`;

/** Selects up to `limit` cards after the cursor. Reads no card if the daily allowance is used up. */
export function nearestPlaces(
  place: Place,
  { cursor, limit }: { cursor: NearCursor | null; limit: number },
  { userId, now }: { userId: number; now: Seconds },
): Statement<NearCursor> {
  const [latitudeE6, longitudeE6] = [Math.round(place.latitude * 1e6), Math.round(place.longitude * 1e6)];
  const { y, x } = gridPosition(latitudeE6, longitudeE6);
  return statement<NearCursor, 'millimeters'>(sql, [
    place.latitude,
    place.longitude,
    cursor?.millimeters ?? -1,
    cursor?.id ?? 0,
    limit,
    userId,
    utcDay(now),
    y,
    x,
    mapKey(latitudeE6, longitudeE6),
  ]);
}
