import { cardStatuses, type OwnCard } from '#schema/cards/card.ts';

export type StatusFilterValue = 'all' | OwnCard['status'];
export const statusFilters: readonly StatusFilterValue[] = ['all', ...cardStatuses];

export function statusFilter(value: string | null): StatusFilterValue {
  return statusFilters.find((filter) => filter === value) ?? 'all';
}

export function cardsWithStatus(cards: OwnCard[], filter: StatusFilterValue): OwnCard[] {
  return filter === 'all' ? cards : cards.filter((card) => card.status === filter);
}
