/** Makes right what is derived of the cards on the map: the index of places, from the cards; and the counts per tile, from the index. */

import { tileSides } from '#worker/domain/finding/card-tiles.ts';
import { isOnMap, namelessCard } from './card-places.ts';
import type { Database } from './database.ts';
import { batch, queryFirst, rows, type Statement, statement } from './sql.ts';

/** Cards whose places are compared in one batch; more where there are more than a run has batches for. */
const cardsAtOnce = 5_000;
const batchesOfCards = 80;
/** Counts are compared by bands of latitude; the tiles of the coarser levels are sums of those of this one. */
const bandLevel = 2;
const turn = 360_000_000;
const bandHeight = tileSides[bandLevel];

export function placeIndexStore(db: Database) {
  return {
    /** All of it, in fewer statements than a job’s run has; writes only what is wrong. May be repeated, and run beside changes of cards. */
    async repair(): Promise<void> {
      const { last } = (await queryFirst<{ last: number }, 'last'>(
        db,
        `SELECT max((SELECT coalesce(max(id), 0) FROM cache_cards), (SELECT coalesce(max(rowid), 0) FROM card_places_rowid)) AS "last"`,
      )) ?? { last: 0 };
      const atOnce = Math.max(cardsAtOnce, Math.ceil(last / batchesOfCards));
      for (let from = 1; from <= last; from += atOnce) {
        const to = from + atOnce - 1;
        const [wrong] = await batch(db, [wrongPlaces(from, to)]);
        await batch(db, rightPlaces(from, to, rows(wrong)));
      }
      const [counted] = await batch(db, [bandsWithCounts()]);
      for (const { south } of rows(counted)) await batch(db, countsOfBand(south));
      await batch(db, coarserCounts());
    },
  };
}

/** The ids of an R*Tree stand in a table of its own, `card_places_rowid`: it has no ranges of them itself. */
function wrongPlaces(from: number, to: number): Statement<{ id: number }> {
  return statement<{ id: number }>(
    `SELECT r.rowid AS "id" FROM card_places_rowid r CROSS JOIN card_places p ON p.id = r.rowid
     LEFT JOIN cache_cards c ON c.id = r.rowid AND ${isOnMap('c')} AND p.south = c.shown_latitude_e6 AND p.north = c.shown_latitude_e6
       AND p.west = c.shown_longitude_e6 AND p.east = c.shown_longitude_e6 AND p.user_id = c.user_id
       AND p.visibility = c.visibility AND p.name = coalesce(c.location, '${namelessCard}')
     WHERE r.rowid BETWEEN ?1 AND ?2 AND c.id IS NULL`,
    from,
    to,
  );
}

/** An R*Tree is not written while the same statement reads it: what is wrong was asked before. */
function rightPlaces(from: number, to: number, wrong: readonly { id: number }[]): Statement[] {
  return [
    statement('DELETE FROM card_places WHERE id IN (SELECT value FROM json_each(?1))', JSON.stringify(wrong.map(({ id }) => id))),
    statement(
      `INSERT INTO card_places (id, west, east, south, north, user_id, visibility, name)
       SELECT c.id, c.shown_longitude_e6, c.shown_longitude_e6, c.shown_latitude_e6, c.shown_latitude_e6, c.user_id, c.visibility,
         coalesce(c.location, '${namelessCard}')
       FROM cache_cards c WHERE c.id BETWEEN ?1 AND ?2 AND ${isOnMap('c')}
         AND NOT EXISTS (SELECT 1 FROM card_places_rowid r WHERE r.rowid = c.id)`,
      from,
      to,
    ),
  ];
}

/** Of a level by its side: rows of tiles from south to north, in each the tiles from west to east. */
const tileOf = (side: string) => `((min(p.south, ${turn / 4 - 1}) + ${turn / 4}) / ${side}) * (${turn} / ${side})
  + (min(p.west, ${turn / 2 - 1}) + ${turn / 2}) / ${side}`;

const finer = tileSides.flatMap((side, level) => (level < bandLevel ? [] : [{ side, level }]));

/** The bands that have something to count, or a count that may be wrong: most of the earth is sea. */
function bandsWithCounts(): Statement<{ south: number }> {
  const south = `(b.value * ${bandHeight} - ${turn / 4})`;
  const hasTiles = finer.map(({ side, level }) => {
    const tiles = (bandHeight / side) * (turn / side);
    return `EXISTS (SELECT 1 FROM card_tiles t WHERE t.level = ${level} AND t.tile >= b.value * ${tiles} AND t.tile < (b.value + 1) * ${tiles})`;
  });
  return statement<{ south: number }, 'south'>(
    `SELECT ${south} AS "south" FROM json_each(?1) b
     WHERE EXISTS (SELECT 1 FROM card_places p WHERE p.south >= ${south} AND p.south <= ${south} + ${bandHeight}) OR ${hasTiles.join(' OR ')}`,
    JSON.stringify(Array.from({ length: turn / 2 / bandHeight }, (_, band) => band)),
  );
}

function countsOfBand(south: number): Statement[] {
  // The pole itself belongs to the last band.
  const north = south + bandHeight === turn / 4 ? turn / 4 : south + bandHeight - 1;
  return [
    ...finer.map(({ side, level }) => {
      const tilesARow = turn / side;
      const first = ((south + turn / 4) / side) * tilesARow;
      return statement(
        `DELETE FROM card_tiles AS t WHERE t.level = ?1 AND t.tile BETWEEN ?2 AND ?3 AND NOT EXISTS (SELECT 1 FROM card_places p
           WHERE p.south >= ?4 AND p.south <= ?5 AND p.west >= (t.tile % ${tilesARow}) * ${side} - ${turn / 2}
             AND p.west <= (t.tile % ${tilesARow}) * ${side} - ${turn / 2} + ${side} AND ${tileOf(String(side))} = t.tile)`,
        level,
        first,
        first + (bandHeight / side) * tilesARow - 1,
        south,
        north,
      );
    }),
    statement(
      `INSERT INTO card_tiles (level, tile, cards)
       SELECT l.column1, ${tileOf('l.column2')}, count(*)
       FROM card_places p CROSS JOIN (VALUES ${finer.map(({ side, level }) => `(${level}, ${side})`).join(', ')}) l
       WHERE p.south >= ?1 AND p.south <= ?2 GROUP BY 1, 2
       ON CONFLICT (level, tile) DO UPDATE SET cards = excluded.cards WHERE cards <> excluded.cards`,
      south,
      north,
    ),
  ];
}

function coarserCounts(): Statement[] {
  const tilesARow = turn / bandHeight;
  return tileSides.slice(0, bandLevel).flatMap((side, level) => {
    const ratio = side / bandHeight;
    return [
      statement('DELETE FROM card_tiles WHERE level = ?1', level),
      statement(
        `INSERT INTO card_tiles (level, tile, cards)
         SELECT ?1, (tile / ${tilesARow} / ${ratio}) * ${turn / side} + (tile % ${tilesARow}) / ${ratio}, sum(cards)
         FROM card_tiles WHERE level = ${bandLevel} GROUP BY 2`,
        level,
      ),
    ];
  });
}
