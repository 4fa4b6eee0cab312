import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import { CardTable } from '#web/features/cards/CardTable.tsx';
import { NoCards } from '#web/features/cards/NoCards.tsx';
import { useOwnCards } from '#web/features/cards/own-cards.ts';
import { paths } from '#web/lib/paths.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

const maxCards = 10;

export function CacheCardsTab({ tier, onScan }: { tier: User['role']; onScan: () => void }) {
  return (
    <section className="stack" aria-labelledby="cards-title">
      <div className="spread">
        <h2 id="cards-title">Your Cache Cards</h2>
        <Link href={paths.cacheCards} className="standalone-link">
          View All Cards
        </Link>
      </div>
      <Loaded query={useOwnCards()} subject="Your cards" blocks={['3.5rem', '3.5rem', '3.5rem']}>
        {(cards) =>
          cards.length === 0 ? (
            <NoCards tier={tier}>
              <button type="button" onClick={onScan}>
                Scan a card
              </button>
            </NoCards>
          ) : (
            <CardTable cards={cards.slice(0, maxCards)} label="Your Cache Cards" />
          )
        }
      </Loaded>
    </section>
  );
}
