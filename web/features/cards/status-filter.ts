import { t } from '@lingui/core/macro';
import type { OwnCard } from '#schema/cards/card.ts';
import { getShownStatus, type ShownStatus, shownStatuses, statusLabels } from '#web/features/cards/shown-status.ts';

export type StatusFilterValue = 'all' | ShownStatus;
export const filterLabels = (): Record<StatusFilterValue, string> => ({ all: t`All`, ...statusLabels() });
export const statusFilters: readonly StatusFilterValue[] = ['all', ...shownStatuses];

export function statusFilter(value: string | null): StatusFilterValue {
  return statusFilters.find((filter) => filter === value) ?? 'all';
}

export function cardsWithStatus(cards: OwnCard[], filter: StatusFilterValue): OwnCard[] {
  return filter === 'all' ? cards : cards.filter((card) => getShownStatus(card) === filter);
}
