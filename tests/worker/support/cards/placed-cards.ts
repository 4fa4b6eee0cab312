import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { OwnCard } from '#schema/cards/card.ts';
import type { Place } from '#schema/finding/geo.ts';
import { averageCell, cellCorner, cellSpan, gridPosition, mapKey, tileSides } from '#schema/finding/map-key.ts';
import type { PlaceVisibility } from '#schema/finding/place-visibility.ts';
import type { DirectMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newCard, row, type TestCard } from '#tests/worker/support/client.ts';

export const place = ({ client }: Pick<DirectMember, 'client'>, { cardId }: { cardId: string }, fields: Record<string, unknown>) =>
  client.post<OwnCard>(`/api/cache-cards/${cardId}/placement`, { location: 'City park', description: 'Under the oak', ...fields });

/** Creates a card for the owner and places it through the form. */
export async function placedCard(owner: Pick<DirectMember, 'id' | 'client'>, at: Place, visibility?: PlaceVisibility): Promise<TestCard> {
  const card = await newCard({ owner: owner.id });
  expect((await place(owner, card, { ...at, ...(visibility && { visibility }) })).status).toBe(200);
  return card;
}

export interface IndexedPlace {
  latitude: number;
  longitude: number;
  name: string;
  visibility: string;
}

/** Returns the card's map entry, or null if the card is not on the map. */
export const readIndexedPlace = ({ id }: Pick<TestCard, 'id'>) =>
  row<IndexedPlace>(
    `SELECT shown_latitude_e6 / 1e6 AS latitude, shown_longitude_e6 / 1e6 AS longitude, coalesce(location, 'Cache Card') AS name, visibility
     FROM cache_cards WHERE id = ? AND map_key IS NOT NULL`,
    id,
  );

/** Recomputes the expected map index from cards and owners, and asserts that the database contains the same keys and counts. */
export async function expectMapRight(): Promise<void> {
  const all = async (sql: string) => (await env.DB.prepare(sql).all<Record<string, number>>()).results;
  const cards = await all(
    `SELECT c.id, c.shown_latitude_e6 AS latitude, c.shown_longitude_e6 AS longitude FROM cache_cards c JOIN users u ON u.id = c.user_id
     WHERE c.status = 'active' AND c.placement_at IS NOT NULL AND c.available_at IS NOT NULL AND c.is_test = 0
       AND u.suspended_at IS NULL AND u.deletion_requested_at IS NULL AND c.shown_latitude_e6 IS NOT NULL ORDER BY c.id`,
  );
  const keys = cards.map(({ id, latitude = 0, longitude = 0 }) => ({ id, map_key: mapKey(latitude, longitude) }));
  expect(await all('SELECT id, map_key FROM cache_cards WHERE map_key IS NOT NULL ORDER BY id')).toEqual(keys);
  const counts = new Map<string, [cards: number, rows: number, columns: number]>();
  for (const { latitude = 0, longitude = 0 } of cards) {
    for (const [level, side] of tileSides.entries()) {
      const { y, x } = gridPosition(latitude, longitude);
      const name = `${level}: ${Math.floor(y / side)}, ${Math.floor(x / side)}`;
      const [count, rows, columns] = counts.get(name) ?? [0, 0, 0];
      const { height, width } = averageCell(level);
      counts.set(name, [count + 1, rows + Math.floor(y / height), columns + Math.floor(x / width)]);
    }
  }
  const tiles = await all('SELECT level, tile, cards, row_sum, column_sum FROM card_tiles WHERE cards <> 0');
  const counted = tiles.map(({ level = 0, tile = 0, cards: count = 0, row_sum: rows, column_sum: columns }) => {
    const side = tileSides[level] ?? 1;
    const { y, x } = cellCorner(tile * cellSpan(side));
    return [`${level}: ${y / side}, ${x / side}`, [count, rows, columns]] as const;
  });
  expect(new Map(counted)).toEqual(counts);
}
