import type { MapWindowCards } from '#schema/finding/finding.ts';
import { plural } from '#web/lib/format.ts';

export function formatCardCount({ cards, counts }: MapWindowCards): string {
  if (counts.length === 0)
    return cards.length === 0 ? 'No cards in this part of the map.' : `${plural(cards.length, 'card')} in this part of the map.`;
  const sum = counts.reduce((total, { count }) => total + count, 0);
  return `${plural(sum, 'card')} in ${plural(counts.length, 'area')} of this part of the map.`;
}
