import { Link } from 'wouter';
import type { User } from '#schema/user.ts';
import { CardTable } from '#web/components/cards/CardTable.tsx';
import { CardTableSkeleton } from '#web/components/cards/CardTableSkeleton.tsx';
import { NoCards } from '#web/components/cards/NoCards.tsx';
import { useOwnCards } from '#web/components/cards/own-cards.ts';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { errorText } from '#web/lib/api.ts';
import { paths } from '#web/paths.ts';

const shownCards = 10;

/** The member's newest cards, and the way to all of them. */
export function CacheCardsTab({ tier, onScan }: { tier: User['role']; onScan: () => void }) {
  const { data: cards, error, mutate } = useOwnCards();
  return (
    <section className="stack" aria-labelledby="cards-title">
      <div className="spread">
        <h2 id="cards-title">Your Cache Cards</h2>
        <Link href={paths.cacheCards} className="standalone-link">
          View All Cards
        </Link>
      </div>
      {error && !cards ? (
        <ErrorState title="Your cards could not be loaded" message={errorText(error, 'Please try again.')} onRetry={() => mutate()} />
      ) : !cards ? (
        <CardTableSkeleton />
      ) : cards.length === 0 ? (
        <NoCards tier={tier}>
          <button type="button" onClick={onScan}>
            Scan a card
          </button>
        </NoCards>
      ) : (
        <CardTable cards={cards.slice(0, shownCards)} label="Your Cache Cards" />
      )}
    </section>
  );
}
