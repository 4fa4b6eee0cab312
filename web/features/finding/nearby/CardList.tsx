import { useState } from 'react';
import type { NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { CardRow } from '#web/features/finding/nearby/CardRow.tsx';
import { CardSheet } from '#web/features/finding/nearby/CardSheet.tsx';
import { type CardOrder, type FoundFilter, filterAndSortCards, getDirection } from '#web/features/finding/nearby/card-directions.ts';
import type { Paging } from '#web/lib/paging.ts';
import { GrowingList } from '#web/ui/GrowingList.tsx';

interface CardListProps {
  cards: NearCard[];
  /** Position from which distances are measured. */
  origin: Place;
  paging: Paging;
  label: string;
  /** True if the cards come from device storage. */
  isOffline?: boolean;
  /** Called with the card whose sheet opens, and with null when it closes. */
  onOpen?: (card: NearCard | null) => void;
}

const filters: Record<FoundFilter, string> = { all: 'All', unfound: 'Not found yet', found: 'Found' };
const orders: Record<CardOrder, string> = { nearest: 'Nearest first', name: 'By name' };

/** Lists cards, one per row. Pressing a row opens the card's sheet. */
export function CardList({ cards, origin, paging, label, isOffline = false, onOpen }: CardListProps) {
  const [filter, setFilter] = useState<FoundFilter>('all');
  const [order, setOrder] = useState<CardOrder>('nearest');
  const [openId, setOpenId] = useState<number | null>(null);
  const visibleCards = filterAndSortCards(cards, origin, filter, order);
  const openCard = cards.find(({ id }) => id === openId);
  const open = (card: NearCard | null) => {
    setOpenId(card?.id ?? null);
    onOpen?.(card);
  };
  return (
    <div className="stack gap-2">
      <div className="card-choices">
        <Choice label="Cards to show" choices={filters} value={filter} onChoose={setFilter} />
        <Choice label="Sort order" choices={orders} value={order} onChoose={setOrder} />
      </div>
      {visibleCards.length === 0 && (
        <p className="muted" role="status">
          {filter === 'found' ? 'You haven’t found any of the cards shown.' : 'You’ve found or own all of the cards shown.'}
          {paging.hasMore && ' Show more to see cards farther away.'}
        </p>
      )}
      <GrowingList count={visibleCards.length} paging={paging} moreFailed="Couldn’t load more cards." className="card-rows" label={label}>
        {visibleCards.map((card) => (
          <li key={card.id} tabIndex={-1}>
            <CardRow card={card} direction={getDirection(origin, card)} isSelected={card.id === openId} onSelect={() => open(card)} />
          </li>
        ))}
      </GrowingList>
      {openCard && <CardSheet cards={[openCard]} origin={origin} isOffline={isOffline} onClose={() => open(null)} />}
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
