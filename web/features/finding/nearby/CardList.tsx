import { useState } from 'react';
import type { NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { CardEntry } from '#web/features/finding/nearby/CardEntry.tsx';
import { type CardOrder, type FoundFilter, filterAndSortCards, getDirection } from '#web/features/finding/nearby/card-directions.ts';
import type { Paging } from '#web/lib/paging.ts';
import { GrowingList } from '#web/ui/GrowingList.tsx';

interface CardListProps {
  cards: NearCard[];
  /** Position from which distances are measured. `hasDistances` is false if the position is unknown. */
  origin: Place;
  hasDistances?: boolean;
  paging: Paging;
  label: string;
  canReport?: boolean;
}

const filters: Record<FoundFilter, string> = { all: 'All', unfound: 'Not found yet', found: 'Found' };
const orders: Record<CardOrder, string> = { nearest: 'Nearest first', name: 'By name' };

export function CardList({ cards, origin, hasDistances = true, paging, label, canReport = true }: CardListProps) {
  const [filter, setFilter] = useState<FoundFilter>('all');
  const [order, setOrder] = useState<CardOrder>('nearest');
  const visibleCards = filterAndSortCards(cards, origin, filter, order);
  return (
    <div className="stack">
      <div className="spread">
        <Choice label="Cards to show" choices={filters} value={filter} onChoose={setFilter} />
        <Choice label="Sort order" choices={orders} value={order} onChoose={setOrder} />
      </div>
      {visibleCards.length === 0 && (
        <p className="sheet muted" role="status">
          {filter === 'found' ? `You haven’t found any of these ${cards.length} yet.` : `You’ve found or own all of these ${cards.length}.`}
          {paging.hasMore && ' Show more to see cards farther away.'}
        </p>
      )}
      <GrowingList
        count={visibleCards.length}
        paging={paging}
        moreFailed="Couldn’t load more cards."
        className="card-entries"
        label={label}
      >
        {visibleCards.map((card) => (
          <li key={card.id} className="sheet" tabIndex={-1}>
            <CardEntry
              card={card}
              direction={hasDistances ? getDirection(origin, card) : null}
              hint={<p>{card.hint}</p>}
              canReport={canReport}
            />
          </li>
        ))}
      </GrowingList>
    </div>
  );
}

interface ChoiceProps<Name extends string> {
  label: string;
  choices: Record<Name, string>;
  value: Name;
  onChoose: (name: Name) => void;
}

function Choice<Name extends string>({ label, choices, value, onChoose }: ChoiceProps<Name>) {
  return (
    <fieldset className="status-filter">
      <legend className="visually-hidden">{label}</legend>
      {(Object.keys(choices) as Name[]).map((name) => (
        <button key={name} type="button" className="chip" aria-pressed={name === value} onClick={() => onChoose(name)}>
          {choices[name]}
        </button>
      ))}
    </fieldset>
  );
}
