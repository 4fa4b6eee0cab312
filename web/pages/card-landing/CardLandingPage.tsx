import { useSearchParams } from 'wouter';
import '#web/features/cards/cards-pages.css';
import { isCardCode, isCardId, normalizeCardCode, normalizeTypedCardId } from '#schema/cards/card-id.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { useIsHydrating } from '#web/lib/react/hydration.ts';
import { CardNotFound, LandingMessage, notFoundMessage } from '#web/pages/card-landing/LandingMessage.tsx';
import { LoadingCard } from '#web/pages/card-landing/LoadingCard.tsx';
import { MembersCard } from '#web/pages/card-landing/MembersCard.tsx';
import { VisitorsCard } from '#web/pages/card-landing/VisitorsCard.tsx';

/** Shows the card in a QR code's URL, /card?id=TC-…&k=CODE. `k` is missing if the QR code contains no secret code. */
export function CardLandingPage() {
  const [query] = useSearchParams();
  const cardId = normalizeTypedCardId(query.get('id') ?? '');
  const code = normalizeCardCode(query.get('k') ?? '');
  // The prerendered page does not know the URL's query, and therefore not the card.
  const isHydrating = useIsHydrating();
  return (
    <div className="card-landing">
      {isHydrating ? (
        <LoadingCard />
      ) : cardId === '' ? (
        <LandingMessage title="Invalid Card" action="Go Home">
          <p>No Cache Card was provided. Scan the QR code on a card, or open its link.</p>
        </LandingMessage>
      ) : isCardId(cardId) ? (
        <OpenedCard key={cardId} cardId={cardId} code={isCardCode(code) ? code : undefined} />
      ) : (
        <CardNotFound cardId={cardId} message={notFoundMessage} />
      )}
    </div>
  );
}

/** Shows the page for visitors if the server rejects the session. */
function OpenedCard(card: { cardId: string; code: string | undefined }) {
  const { user } = useUser();
  return user === null ? <VisitorsCard {...card} /> : <MembersCard {...card} />;
}
