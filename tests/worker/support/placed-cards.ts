/** Cards that stand on the map, and whether the index of places says so. */
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { OwnCard } from '#schema/card.ts';
import type { Place } from '#schema/geo.ts';
import type { PlaceVisibility } from '#schema/shown-place.ts';
import { newCard, row, type TestCard } from './client.ts';
import type { DirectMember } from './direct-member.ts';

export const place = ({ client }: Pick<DirectMember, 'client'>, { cardId }: { cardId: string }, fields: Record<string, unknown>) =>
  client.post<OwnCard>(`/api/cache-cards/${cardId}/placement`, { location: 'City park', description: 'Under the oak', ...fields });

/** A new card of the owner's, placed by the form. */
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

/** What the index says of a card; null where it is not on the map. */
export const indexed = ({ id }: Pick<TestCard, 'id'>) =>
  row<IndexedPlace>(
    'SELECT south / 1e6 AS latitude, west / 1e6 AS longitude, name, visibility FROM card_places WHERE id = ? AND south = north AND west = east',
    id,
  );

const sides = [30_000_000, 10_000_000, 2_000_000, 500_000, 100_000];

/** What index and counts must hold, from the cards alone, against what they do hold. */
export async function expectIndexRight(): Promise<void> {
  const all = async (sql: string) => (await env.DB.prepare(sql).all<Record<string, number | string>>()).results;
  const cards = await all(
    `SELECT id, shown_longitude_e6 AS west, shown_latitude_e6 AS south, user_id, visibility, coalesce(location, 'Cache Card') AS name
     FROM cache_cards WHERE status = 'active' AND placement_at IS NOT NULL AND available_at IS NOT NULL AND is_test = 0
       AND user_id IS NOT NULL AND is_owner_leaving = 0 AND shown_latitude_e6 IS NOT NULL ORDER BY id`,
  );
  expect(await all('SELECT id, west, south, user_id, visibility, name FROM card_places ORDER BY id')).toEqual(cards);
  const counts = new Map<string, number>();
  for (const { south, west } of cards) {
    for (const [level, side] of sides.entries()) {
      const row = Math.floor((Math.min(Number(south), 89_999_999) + 90_000_000) / side);
      const column = Math.floor((Math.min(Number(west), 179_999_999) + 180_000_000) / side);
      const key = `${level}/${row * (360_000_000 / side) + column}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const tiles = await all('SELECT level, tile, cards FROM card_tiles WHERE cards <> 0');
  expect(new Map(tiles.map(({ level, tile, cards: count }) => [`${level}/${tile}`, count]))).toEqual(counts);
}
