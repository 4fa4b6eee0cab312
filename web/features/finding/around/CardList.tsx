import { useState } from 'react';
import type { NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { CardEntry } from '#web/features/finding/around/CardEntry.tsx';
import { type CardOrder, type FoundFilter, shownCards, wayTo } from '#web/features/finding/around/ways-to-cards.ts';
import type { Reading } from '#web/lib/read-on.ts';
import { GrowingList } from '#web/ui/GrowingList.tsx';

interface CardListProps {
  cards: NearCard[];
  /** Distances are measured from here. `hasDistances` is false if the position is unknown. */
  from: Place;
  hasDistances?: boolean;
  reading: Reading;
  label: string;
  canReport?: boolean;
}

const filters: Record<FoundFilter, string> = { all: 'All', unfound: 'Not found yet', found: 'Found' };
const orders: Record<CardOrder, string> = { nearest: 'Nearest first', name: 'By name' };

export function CardList({ cards, from, hasDistances = true, reading, label, canReport = true }: CardListProps) {
  const [filter, setFilter] = useState<FoundFilter>('all');
  const [order, setOrder] = useState<CardOrder>('nearest');
  const shown = shownCards(cards, from, filter, order);
  return (
    <div className="stack">
      <div className="spread">
        <Choice what="Cards to show" choices={filters} chosen={filter} onChoose={setFilter} />
        <Choice what="Sort order" choices={orders} chosen={order} onChoose={setOrder} />
      </div>
      {shown.length === 0 && (
        <p className="sheet muted" role="status">
          {filter === 'found' ? `You haven’t found any of these ${cards.length} yet.` : `You’ve found or own all of these ${cards.length}.`}
          {reading.hasMore && ' Show more to see cards farther away.'}
        </p>
      )}
      <GrowingList
        count={shown.length}
        reading={reading}
        moreFailed="More cards could not be loaded."
        className="card-entries"
        label={label}
      >
        {shown.map((card) => (
          <li key={card.id} className="sheet" tabIndex={-1}>
            <CardEntry card={card} way={hasDistances ? wayTo(from, card) : null} hint={<p>{card.hint}</p>} canReport={canReport} />
          </li>
        ))}
      </GrowingList>
    </div>
  );
}

interface ChoiceProps<Name extends string> {
  what: string;
  choices: Record<Name, string>;
  chosen: Name;
  onChoose: (name: Name) => void;
}

function Choice<Name extends string>({ what, choices, chosen, onChoose }: ChoiceProps<Name>) {
  return (
    <fieldset className="status-filter">
      <legend className="visually-hidden">{what}</legend>
      {(Object.keys(choices) as Name[]).map((name) => (
        <button key={name} type="button" className="chip" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {choices[name]}
        </button>
      ))}
    </fieldset>
  );
}
