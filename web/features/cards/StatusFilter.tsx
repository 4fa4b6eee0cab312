import { t } from '@lingui/core/macro';
import type { OwnCard } from '#schema/cards/card.ts';
import { cardsWithStatus, filterLabels, type StatusFilterValue, statusFilters } from '#web/features/cards/status-filter.ts';
import { number } from '#web/lib/format.ts';

interface StatusFilterProps {
  cards: OwnCard[];
  active: StatusFilterValue;
  onChange: (filter: StatusFilterValue) => void;
}

export function StatusFilter({ cards, active, onChange }: StatusFilterProps) {
  const visibleFilters = statusFilters.filter(
    (filter) => filter === 'all' || filter === active || cardsWithStatus(cards, filter).length > 0,
  );
  // With "All" and one status, there is nothing to choose.
  if (active === 'all' && visibleFilters.length <= 2) return null;
  return (
    <fieldset className="status-filter">
      <legend className="visually-hidden">{t`Show cards by status`}</legend>
      {visibleFilters.map((filter) => (
        <button key={filter} type="button" className="chip" aria-pressed={filter === active} onClick={() => onChange(filter)}>
          {filterLabels()[filter]} <span className="chip-count">{number(cardsWithStatus(cards, filter).length)}</span>
        </button>
      ))}
    </fieldset>
  );
}
