import type { Place } from '#schema/finding/geo.ts';
import { paths } from '#web/lib/paths.ts';

export function getNearbyCardsUrl({ latitude, longitude }: Place): string {
  return `${paths.findCards}?near=${latitude},${longitude}`;
}
