import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useSearchParams } from 'wouter';
import '#web/features/cards/cards-pages.css';
import { isCardCode, isCardId, normalizeCardCode, normalizeCardId } from '#schema/cards/card-id.ts';
import { storeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { paths } from '#web/lib/paths.ts';
import { useIsHydrating } from '#web/lib/react/hydration.ts';
import { CardLookup } from '#web/pages/card-landing/CardLookup.tsx';
import { CardNotFound, LandingMessage, notFoundMessage } from '#web/pages/card-landing/LandingMessage.tsx';
import { LoadingCard } from '#web/pages/card-landing/LoadingCard.tsx';
import { MembersCard } from '#web/pages/card-landing/MembersCard.tsx';

/** Shows the card in a QR code's URL, /card?id=TC-…&k=CODE. `k` is missing if the QR code contains no secret code. */
export function CardLandingPage() {
  const [query] = useSearchParams();
  const cardId = normalizeCardId(query.get('id') ?? '');
  const code = normalizeCardCode(query.get('k') ?? '');
  // The prerendered page does not know the query string, so it cannot know the card.
  const isHydrating = useIsHydrating();
  return (
    <div className="card-landing">
      {isHydrating ? (
        <LoadingCard />
      ) : cardId === '' ? (
        <LandingMessage title={t`Invalid Card`} action={t`Go Home`}>
          <p>{t`No Cache Card was provided. Scan the QR code on a card, or open its link.`}</p>
        </LandingMessage>
      ) : isCardId(cardId) ? (
        <OpenedCard key={cardId} cardId={cardId} code={isCardCode(code) ? code : undefined} />
      ) : (
        <CardNotFound cardId={cardId} message={notFoundMessage()} />
      )}
    </div>
  );
}

/** Falls back to the visitors' page if the server rejects the session. */
function OpenedCard(card: { cardId: string; code: string | undefined }) {
  const { user } = useUser();
  return user === null ? <VisitorsCard {...card} /> : <MembersCard {...card} />;
}

function VisitorsCard({ cardId, code }: { cardId: string; code: string | undefined }) {
  return (
    <CardLookup cardId={cardId} code={code}>
      <section className="stack gap-3" aria-labelledby="sign-up-title">
        <h2 id="sign-up-title">{t`Sign up to get started!`}</h2>
        <p>{t`It’s free. Earn a Treasure Token for this card, and collect enough for a vacation.`}</p>
        <Link href={paths.auth} className="button treasure button-block" onClick={() => storeReturnPath(paths.card(cardId, code))}>
          {t`Sign Up or Login`}
        </Link>
        <Link href={paths.home} className="button secondary button-block">
          <Trans>
            Learn More <span className="visually-hidden">about Cache Cards</span>
          </Trans>
        </Link>
      </section>
    </CardLookup>
  );
}
