import { useState } from 'react';
import type { CardPlace, NearCard } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { CardEntry } from '#web/features/finding/around/CardEntry.tsx';
import { useHint } from '#web/features/finding/around/places-api.ts';
import { wayTo } from '#web/features/finding/around/ways-to-cards.ts';
import { useBroughtIntoSight } from '#web/lib/react/bring-into-sight.ts';
import { GrowingList } from '#web/ui/GrowingList.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const pageSize = 10;

interface ChosenCardsProps {
  cards: CardPlace[];
  from: Place;
  known: NearCard[];
}

export function ChosenCards({ cards, from, known }: ChosenCardsProps) {
  const [count, setCount] = useState(pageSize);
  const shown = cards.slice(0, count);
  const box = useBroughtIntoSight<HTMLDivElement>(shown[0]?.id);
  return (
    <div ref={box} role="status" className="chosen-cards">
      {shown.length > 0 && (
        <GrowingList
          count={shown.length}
          reading={{ hasMore: cards.length > count, more: async () => setCount(count + pageSize), loadingMore: false, moreError: null }}
          moreFailed=""
          className="card-entries"
          label="Selected on the map"
        >
          {shown.map((card) => (
            <li key={card.id} className="sheet" tabIndex={-1}>
              <CardEntry card={card} way={wayTo(from, card)} hint={<Hint id={card.id} known={known} />} />
            </li>
          ))}
        </GrowingList>
      )}
    </div>
  );
}

/** Map responses have no hints: loads missing ones on demand. */
function Hint({ id, known }: { id: number; known: NearCard[] }) {
  const hint = known.find((card) => card.id === id)?.hint;
  return hint === undefined ? <AskedHint id={id} /> : <p>{hint}</p>;
}

function AskedHint({ id }: { id: number }) {
  return (
    <Loaded query={useHint(id)} what="The hint" lines={1}>
      {({ hint }) => <p>{hint || 'The owner left no hint.'}</p>}
    </Loaded>
  );
}
