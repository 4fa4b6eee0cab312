/** Repairs the tile counts and sums that triggers maintain. */
import { averageCellSql, cellSpan, tileLevelsSql, tileSides, worldHeight, worldWidth } from '#schema/finding/map-key.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, statement } from '#worker/store/sql.ts';

const largestTiles = (worldHeight * worldWidth) / tileSides[0] ** 2;

const cell = averageCellSql('l.column1', 'c');

export const cardTileStore = bindStore({
  /** Corrects wrong counts, one top-level tile at a time. Safe to repeat, even while cards change. */
  async repair(db): Promise<void> {
    const span = cellSpan(tileSides[0]);
    for (let tile = 0; tile < largestTiles; tile += 1) {
      const keys = [tile * span, (tile + 1) * span - 1] as const;
      await batch(db, [
        statement(
          `DELETE FROM card_tiles WHERE (level, tile) IN (
             SELECT t.level, t.tile FROM ${tileLevelsSql} l
               CROSS JOIN card_tiles t ON t.level = l.column1 AND t.tile BETWEEN ?1 / l.column2 AND ?2 / l.column2
             WHERE NOT EXISTS (SELECT 1 FROM cache_cards c WHERE c.map_key >= t.tile * l.column2 AND c.map_key < (t.tile + 1) * l.column2))`,
          keys,
        ),
        statement(
          `INSERT INTO card_tiles (level, tile, cards, row_sum, column_sum)
           SELECT l.column1, c.map_key / l.column2, count(*), sum(${cell.row}), sum(${cell.column})
           FROM ${tileLevelsSql} l CROSS JOIN cache_cards c ON c.map_key BETWEEN ?1 AND ?2 GROUP BY 1, 2
           ON CONFLICT (level, tile) DO UPDATE SET cards = excluded.cards, row_sum = excluded.row_sum, column_sum = excluded.column_sum
           WHERE (cards, row_sum, column_sum) IS NOT (excluded.cards, excluded.row_sum, excluded.column_sum)`,
          keys,
        ),
      ]);
    }
  },
});
