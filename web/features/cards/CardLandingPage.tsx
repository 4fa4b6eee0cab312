import { useSearchParams } from 'wouter';
import '#web/features/cards/cards-pages.css';
import { isCardCode, isCardId, normalizeCardCode, normalizeTypedCardId } from '#schema/card-id.ts';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Spinner } from '#web/components/Spinner.tsx';
import { useCardLookup } from '#web/features/cards/api.ts';
import { FoundCard } from '#web/features/cards/FoundCard.tsx';
import { FoundCardArt } from '#web/features/cards/FoundCardArt.tsx';
import { CardNotFound, LandingMessage, SignInToSee } from '#web/features/cards/LandingMessage.tsx';
import { OfflineCard } from '#web/features/cards/OfflineCard.tsx';
import { ApiError, errorText, NetworkError } from '#web/lib/api.ts';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { useIsHydrating } from '#web/lib/hydration.ts';
import { tokenMemberId } from '#web/lib/offline/token-member.ts';

const notFoundMessage = 'This Cache Card could not be found';

/** Where a card's QR code leads: /card?id=TC-…, with the card's code as `k` where the QR carries one. */
export function CardLandingPage() {
  useDocumentTitle('Cache Card');
  const [query] = useSearchParams();
  const cardId = normalizeTypedCardId(query.get('id') ?? '');
  const code = normalizeCardCode(query.get('k') ?? '');
  // Which card it is stands in the query, which the drawn page does not know.
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
        <LookedUpCard key={cardId} cardId={cardId} code={isCardCode(code) ? code : undefined} />
      ) : (
        <CardNotFound cardId={cardId} message={notFoundMessage} />
      )}
    </div>
  );
}

function LookedUpCard({ cardId, code }: { cardId: string; code: string | undefined }) {
  const { data, error, mutate } = useCardLookup(cardId, code);
  if (data) return <FoundCard card={data.card} code={code} />;
  if (error instanceof ApiError && error.body?.code === 'sign_in_to_look_up')
    return <SignInToSee cardId={cardId} message={error.body.message} />;
  if (error instanceof ApiError && error.status < 500) return <CardNotFound cardId={cardId} message={errorText(error, notFoundMessage)} />;
  if (error instanceof NetworkError && tokenMemberId() !== null)
    return <OfflineCard cardId={cardId} code={code} onRetry={() => mutate()} />;
  if (error) {
    return (
      <div className="sheet">
        <h1 className="visually-hidden">Cache Card</h1>
        <ErrorState title="The card could not be loaded" message={errorText(error, 'Please try again.')} onRetry={() => mutate()} />
      </div>
    );
  }
  return <LoadingCard />;
}

/** As the found card will be, so that nothing moves when it comes. */
function LoadingCard() {
  return (
    <article className="sheet found-card">
      <FoundCardArt />
      <h1 className="visually-hidden">Cache Card</h1>
      <Spinner label="Loading Cache Card information..." />
      {/* No apostrophes: the browser leaves them escaped in here. */}
      <noscript>
        <p>Looking a card up needs JavaScript. Please switch it on in your browser, then open the link of the card again.</p>
      </noscript>
    </article>
  );
}
