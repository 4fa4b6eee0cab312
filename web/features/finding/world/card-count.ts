import { plural, t } from '@lingui/core/macro';
import type { MapWindowCards } from '#schema/finding/finding.ts';
import { number } from '#web/lib/format.ts';

export function formatCardCount({ cards, counts }: Pick<MapWindowCards, 'cards' | 'counts'>): string {
  if (counts.length === 0) return cards.length === 0 ? t`No cards in this part of the map.` : countCards(cards.length);
  const sum = counts.reduce((total, { count }) => total + count, 0);
  const [cardCount, areaCount] = [number(sum), number(counts.length)];
  return t`${plural(sum, { one: `${cardCount} card`, other: `${cardCount} cards` })} in ${plural(counts.length, { one: `${areaCount} area`, other: `${areaCount} areas` })} of this part of the map.`;
}

function countCards(count: number): string {
  const formatted = number(count);
  return t`${plural(count, { one: `${formatted} card in this part of the map.`, other: `${formatted} cards in this part of the map.` })}`;
}
