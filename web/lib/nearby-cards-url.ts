import type { Place } from '#schema/finding/geo.ts';
import { paths } from '#web/lib/paths.ts';

/** Returns the URL of the cards around a card (web/features/finding/nearby/search-place.ts). */
export function getNearbyCardsUrl({ latitude, longitude }: Place): string {
  return `${paths.findCards}?near=${latitude},${longitude}`;
}
