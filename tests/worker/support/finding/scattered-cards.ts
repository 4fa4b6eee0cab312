/** Inserts many cards directly into the database; triggers add them to the map index. */
import { env } from 'cloudflare:workers';
import { type Place, wrapLongitude } from '#schema/finding/geo.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';

interface Town {
  middle: Place;
  cards: number;
  /** Width and height in degrees of the area over which the cards are spread; 0 puts all cards at one point. */
  spread: number;
}

let scattered = 0;

/** Inserts one owner's cards, each displayed at its exact location. The locations are the same in every run. */
export async function scatterCards(towns: readonly Town[]): Promise<void> {
  const owner = await directMember({ role: 'basic' });
  const places = towns.flatMap(({ middle, cards, spread }) =>
    Array.from({ length: cards }, (_, index) => {
      scattered += 1;
      const off = (by: number) => ((((index + 1) * by) % 1) - 0.5) * spread;
      const latitude = Math.round(Math.max(-90, Math.min(90, middle.latitude + off(0.618_034))) * 1e6);
      const longitude = Math.round(wrapLongitude(middle.longitude + off(0.754_877)) * 1e6);
      return { cardId: `TC-${5_000_000 + scattered}`, latitude, longitude };
    }),
  );
  await env.DB.prepare(
    `INSERT INTO cache_cards (card_id, code, user_id, status, location, description, latitude, longitude, visibility, shown_latitude_e6,
       shown_longitude_e6, placement_at, available_at, created_at)
     SELECT value ->> 'cardId', 'AAAA0000', CAST(?1 AS INTEGER), 'active', 'Somewhere', 'Under a stone', (value ->> 'latitude') / 1e6,
       (value ->> 'longitude') / 1e6, 'exact', value ->> 'latitude', value ->> 'longitude', 1, 1, 1 FROM json_each(?2)`,
  )
    .bind(owner.id, JSON.stringify(places))
    .run();
}

export async function emptyMap(): Promise<void> {
  await env.DB.prepare("UPDATE cache_cards SET status = 'disabled' WHERE status <> 'disabled'").run();
}
