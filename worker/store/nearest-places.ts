/**
 * The nearest cards to a place, best first through the nodes of the R*Tree. SQLite has no way to ask an R*Tree that, but it keeps its nodes
 * as rows of `card_places_node`, in a form that files of databases depend on (its extension’s rtree.c says it): a height above the
 * leaves in the root, a count, then of each cell a child’s number, or a card’s id, and west, east, south and north, all big-endian. So
 * it costs two rows or three a node and one a card. Read are the nodes at the asked distance: a few for whoever begins or turns pages, all
 * at one point where a thousand cards stand there, and for a cursor that somebody made up those that its circle crosses (about a
 * hundred of a million cards’).
 */
import { earthRadiusMeters, type Place } from '#schema/geo.ts';
import type { NearCursor } from '#worker/domain/finding/near-cursor.ts';
import { type Seconds, utcDay } from '#worker/domain/time.ts';
import { isUsedUpBy } from './card-allowances.ts';
import { type Statement, statement } from './sql.ts';

/** As many cells as SQLite puts into a node at most. */
const cells = Array.from({ length: 51 }, (_, cell) => `(${cell})`).join(', ');
const [firstCell, cellBytes, idBytes] = [5, 24, 8];

/** JSON5 reads hexadecimal numbers, SQL does not. */
const unsigned = (blob: string, at: string, bytes: number) => `('0x' || hex(substr(${blob}, ${at}, ${bytes}))) ->> '$'`;
const degreesAt = (blob: string, at: string) => `((${unsigned(blob, at, 4)} + 2147483648) % 4294967296 - 2147483648) / 1e6`;
/** A query of its own, whose columns SQLite works out once: it would repeat them wherever they are named. */
const once = (columns: string, from = '') => `(SELECT ${columns} ${from && `FROM ${from}`} LIMIT 1)`;
const boxAt = (blob: string, at: string) =>
  once(['west', 'east', 'south', 'north'].map((side, index) => `${degreesAt(blob, `${at} + ${4 * index}`)} AS ${side}`).join(', '));
/** Squared half chords: the haversine formula, as `metersBetween` has it. */
const halfChord = (degrees: string) => `pow(sin(radians(${degrees}) / 2), 2)`;
const squareTo = (latitude: string) => `${halfChord(`${latitude} - ?1`)} + cos(radians(?1)) * cos(radians(${latitude})) * across`;
const millimeters = (square: string) => `${2_000 * earthRadiusMeters} * asin(sqrt(min(1, ${square})))`;

/** To the nearest place of a box: on its nearest meridian, at one of its ends, or where the great circle meets that at a right angle. */
function nearestOf(blob: string, at: string): string {
  const across = `iif(west <= ?2 AND ?2 <= east, 0, min(${halfChord('west - ?2')}, ${halfChord('east - ?2')}))`;
  const middle = 'max(south, min(north, degrees(atan2(sin(radians(?1)), cos(radians(?1)) * (1 - 2 * across)))))';
  const box = once(`south, north, across, ${middle} AS middle`, once(`south, north, ${across} AS across`, boxAt(blob, at)));
  return `(SELECT ${millimeters(`min(${squareTo('south')}, ${squareTo('north')}, ${squareTo('middle')})`)} FROM ${box})`;
}

/** To the farthest place of a box, likewise: the nearest one to the place on the other side of the earth. */
function farthestOf(blob: string, at: string): string {
  const opposite = (turn: string) => `west <= ?2 ${turn} AND ?2 ${turn} <= east`;
  const across = `iif((${opposite('+ 180')}) OR (${opposite('- 180')}), 1, max(${halfChord('west - ?2')}, ${halfChord('east - ?2')}))`;
  const middle = 'max(south, min(north, degrees(-atan2(sin(radians(?1)), -cos(radians(?1)) * (1 - 2 * across)))))';
  const box = once(`south, north, across, ${middle} AS middle`, once(`south, north, ${across} AS across`, boxAt(blob, at)));
  return `(SELECT ${millimeters(`max(${squareTo('south')}, ${squareTo('north')}, ${squareTo('middle')})`)} FROM ${box})`;
}

/**
 * Up to `limit` cards, nearest first, behind the cursor if there is one; none, and nothing is read, where the day of the member is
 * used up. Distances to boxes have room for rounding.
 */
export function nearestPlaces(
  place: Place,
  { cursor, limit }: { cursor: NearCursor | null; limit: number },
  { userId, now }: { userId: number; now: Seconds },
): Statement<NearCursor> {
  const cell = `${firstCell} + ${cellBytes} * place`;
  const box = `${cell} + ${idBytes}`;
  const nearest = nearestOf('waiting.data', box);
  return statement<NearCursor, 'id' | 'millimeters'>(
    // What waits, nearest first: nodes (with their box, the root without), nodes that were read (with their cells), and cards (below
    // the leaves). The cells come first in the join: so nothing is read for them.
    `WITH RECURSIVE cell(place) AS (VALUES ${cells}), waiting(millimeters, height, id, isRead, data) AS (
       SELECT 0, ${unsigned('data', '1', 2)}, 1, 0, NULL FROM card_places_node WHERE nodeno = 1 AND NOT ${isUsedUpBy('?6', '?7')}
       UNION ALL
       SELECT waiting.millimeters, height, id, 1, n.data FROM waiting CROSS JOIN card_places_node n ON n.nodeno = waiting.id
       WHERE isRead = 0 AND height >= 0
         AND (?3 < 0 OR waiting.data IS NULL OR ${farthestOf('waiting.data', '1')} * 1.0000001 + 2 >= ?3)
       UNION ALL
       SELECT iif(height = 0, round(${nearest}), ${nearest} * 0.9999999 - 2), height - 1, ${unsigned('waiting.data', cell, idBytes)}, 0,
         iif(height = 0, NULL, substr(waiting.data, ${box}, 16))
       FROM cell CROSS JOIN waiting WHERE isRead = 1 AND place < ${unsigned('waiting.data', '3', 2)}
       ORDER BY 1, 2 DESC, 3
     )
     SELECT id AS "id", CAST(millimeters AS INTEGER) AS "millimeters" FROM waiting
     WHERE height < 0 AND (millimeters > ?3 OR (millimeters = ?3 AND id > ?4)) LIMIT ?5`,
    place.latitude,
    place.longitude,
    cursor?.millimeters ?? -1,
    cursor?.id ?? 0,
    limit,
    userId,
    utcDay(now),
  );
}
