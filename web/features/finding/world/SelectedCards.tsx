import { useState } from 'react';
import type { CardPlace, NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { CardEntry } from '#web/features/finding/nearby/CardEntry.tsx';
import { getDirection } from '#web/features/finding/nearby/card-directions.ts';
import { useHint } from '#web/features/finding/nearby/places-api.ts';
import { useScrollIntoView } from '#web/lib/react/use-scroll-into-view.ts';
import { GrowingList } from '#web/ui/GrowingList.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const pageSize = 10;

export function SelectedCards({ cards, origin, nearCards }: { cards: CardPlace[]; origin: Place; nearCards: NearCard[] }) {
  const [count, setCount] = useState(pageSize);
  const visibleCards = cards.slice(0, count);
  const box = useScrollIntoView<HTMLDivElement>(visibleCards[0]?.id);
  return (
    <div ref={box} role="status" className="chosen-cards">
      {visibleCards.length > 0 && (
        <GrowingList
          count={visibleCards.length}
          paging={{
            hasMore: cards.length > count,
            loadMore: async () => setCount(count + pageSize),
            isLoadingMore: false,
            moreError: null,
          }}
          moreFailed=""
          className="card-entries"
          label="Selected on the map"
        >
          {visibleCards.map((card) => (
            <li key={card.id} className="sheet" tabIndex={-1}>
              <CardEntry card={card} direction={getDirection(origin, card)} hint={<Hint id={card.id} nearCards={nearCards} />} />
            </li>
          ))}
        </GrowingList>
      )}
    </div>
  );
}

/** Shows a card's hint. Map responses contain no hints, so a missing one is loaded on demand. */
function Hint({ id, nearCards }: { id: number; nearCards: NearCard[] }) {
  const hint = nearCards.find((card) => card.id === id)?.hint;
  return hint === undefined ? <LoadedHint id={id} /> : <p>{hint}</p>;
}

function LoadedHint({ id }: { id: number }) {
  return (
    <Loaded query={useHint(id)} subject="The hint" lines={1}>
      {({ hint }) => <p>{hint || 'The owner left no hint.'}</p>}
    </Loaded>
  );
}
