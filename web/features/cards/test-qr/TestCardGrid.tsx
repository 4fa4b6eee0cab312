import type { TestCard } from '#schema/cards/admin-test-cards.ts';
import { TestCardTile } from '#web/features/cards/test-qr/TestCardTile.tsx';
import type { Reading } from '#web/lib/read-on.ts';
import { useSiteConfig } from '#web/lib/site-config.ts';
import { GrowingList } from '#web/ui/GrowingList.tsx';

interface TestCardGridProps {
  cards: readonly TestCard[];
  reading: Reading;
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
}

export function TestCardGrid({ cards, reading, chosen, setChosen }: TestCardGridProps) {
  const { data: site } = useSiteConfig();

  function choose(cardId: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(cardId);
    else next.delete(cardId);
    setChosen(next);
  }

  return (
    <GrowingList
      className="test-card-grid"
      label="Test cards"
      count={cards.length}
      reading={reading}
      moreFailed="More test cards could not be loaded."
    >
      {cards.map((card) => (
        <TestCardTile
          key={card.id}
          card={card}
          publicOrigin={site?.publicOrigin}
          isChosen={chosen.has(card.cardId)}
          onChoose={(isChosen) => choose(card.cardId, isChosen)}
        />
      ))}
    </GrowingList>
  );
}
