/** Seeds up to several million cards on the map, in towns of about 330 cards each across the world. */
import type { D1Database } from '@cloudflare/workers-types';
import { insertInChunks } from '#scripts/seed/bulk/bulk-series.ts';

const cardsPerTown = 333;

/**
 * Inserts cards with the tile-counting triggers disabled because the triggers would take minutes. The job `check-places` counts the tiles
 * afterward.
 */
export async function seedPlaces(db: D1Database, cards: number, now: number): Promise<void> {
  const { results: triggers } = await db
    .prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'cache_cards' AND name GLOB 'cache_cards_tiles_*'`)
    .all<{ name: string; sql: string }>();
  if (triggers.length === 0) throw new Error('The triggers cache_cards_tiles_… are missing');
  await db.batch(triggers.map(({ name }) => db.prepare(`DROP TRIGGER ${name}`)));
  const lastIds = await db
    .prepare('SELECT (SELECT max(id) FROM users) AS users, (SELECT coalesce(max(id), 0) FROM cache_cards) AS cards')
    .first<{ users: number; cards: number }>();
  const { users, cards: lastCard } = lastIds ?? { users: 1, cards: 0 };
  // Places the cards on a spiral, which fills each 7 km town evenly. Town centers are random, but denser in populated regions.
  const [at, turn] = [`(n % ${cardsPerTown})`, `(n % ${cardsPerTown} * 2.399963)`];
  const townIndex = `(n / ${cardsPerTown})`;
  await insertInChunks(
    db,
    cards,
    `INSERT INTO cache_cards (id, card_id, code, user_id, status, location, description, latitude, longitude, visibility, shown_latitude_e6,
       shown_longitude_e6, placement_at, available_at, created_at)
     SELECT ${lastCard} + n, printf('TC-%07d', 9999999 - n), 'AAAA0000', 1 + n % ${users}, 'active', 'Trail mark ' || n,
       'Look behind the marked stone, an arm''s length up.', south / 1e6, west / 1e6, 'exact', south, west, ${now}, ${now}, ${now}
     FROM (
       SELECT n,
         CAST(1e6 * (-45 + (${townIndex} * 7919 % 10007) / 10007.0 * 110 + 0.0035 * sqrt(${at}) * sin(${turn})) AS INTEGER) AS south,
         CAST(1e6 * (-175 + (${townIndex} * 6277 % 10009) / 10009.0 * 350 + 0.0045 * sqrt(${at}) * cos(${turn})) AS INTEGER) AS west
       FROM series
     )`,
  );
  await db.batch(triggers.map(({ sql }) => db.prepare(sql)));
}
