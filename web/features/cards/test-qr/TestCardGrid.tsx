import type { TestCard } from '#schema/cards/admin-test-cards.ts';
import { TestCardTile } from '#web/features/cards/test-qr/TestCardTile.tsx';
import type { Paging } from '#web/lib/paging.ts';
import { useSiteConfig } from '#web/lib/site-config.ts';
import { GrowingList } from '#web/ui/GrowingList.tsx';

interface TestCardGridProps {
  cards: readonly TestCard[];
  paging: Paging;
  chosenIds: ReadonlySet<string>;
  setChosenIds: (chosenIds: ReadonlySet<string>) => void;
}

export function TestCardGrid({ cards, paging, chosenIds, setChosenIds }: TestCardGridProps) {
  const { data: site } = useSiteConfig();

  function choose(cardId: string, isChosen: boolean) {
    const next = new Set(chosenIds);
    if (isChosen) next.add(cardId);
    else next.delete(cardId);
    setChosenIds(next);
  }

  return (
    <GrowingList
      className="test-card-grid"
      label="Test cards"
      count={cards.length}
      paging={paging}
      moreFailed="Couldn’t load more test cards."
    >
      {cards.map((card) => (
        <TestCardTile
          key={card.id}
          card={card}
          publicOrigin={site?.publicOrigin}
          isChosen={chosenIds.has(card.cardId)}
          onChoose={(isChosen) => choose(card.cardId, isChosen)}
        />
      ))}
    </GrowingList>
  );
}
