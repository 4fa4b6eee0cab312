/** Which of the own cards are shown; kept in the query parameter `status`. */
import { cardStatuses, type OwnCard } from '#schema/cards/card.ts';

export type StatusFilterValue = 'all' | OwnCard['status'];
export const statusFilters: readonly StatusFilterValue[] = ['all', ...cardStatuses];

/** The filter a query names; anything unknown means all. */
export function statusFilter(value: string | null): StatusFilterValue {
  return statusFilters.find((filter) => filter === value) ?? 'all';
}

export function cardsWithStatus(cards: OwnCard[], filter: StatusFilterValue): OwnCard[] {
  return filter === 'all' ? cards : cards.filter((card) => card.status === filter);
}
