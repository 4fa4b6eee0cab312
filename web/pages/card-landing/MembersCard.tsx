import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { ClaimCard } from '#web/features/claims/ClaimCard.tsx';
import { AfterFind, FindExtras, FindMeaning } from '#web/features/scans/scanning/moment/AfterFind.tsx';
import { describeNoReward } from '#web/features/scans/scanning/moment/no-reward.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { getNearbyCardsUrl } from '#web/lib/nearby-cards-url.ts';
import { paths } from '#web/lib/paths.ts';
import { page } from '#web/lib/react/page.tsx';
import { CardLookup } from '#web/pages/card-landing/CardLookup.tsx';
import { FoundCard } from '#web/pages/card-landing/FoundCard.tsx';
import { CardNotLoaded } from '#web/pages/card-landing/LandingMessage.tsx';
import { LoadingCard } from '#web/pages/card-landing/LoadingCard.tsx';
import { QueuedCard } from '#web/pages/card-landing/QueuedCard.tsx';
import { type FailedArrival, useArrivalScan } from '#web/pages/card-landing/use-arrival-scan.ts';
import { TokenIcon } from '#web/ui/icons/found-icons.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

const UnknownCard = page(
  () => import('#web/pages/card-landing/UnknownCard.tsx').then((file) => file.UnknownCard),
  <LoadingCard />,
).Component;

/** Scans the card on arrival. The scan response contains everything that the page shows. */
export function MembersCard({ cardId, code }: { cardId: string; code: string | undefined }) {
  const { state, retry } = useArrivalScan(cardId, code);
  switch (state.phase) {
    case 'sending':
      return <LoadingCard />;
    case 'queued':
      return <QueuedCard cardId={cardId} code={code} />;
    case 'lost':
      return <CardNotLoaded message={t`The server didn’t respond. Please try again.`} onRetry={retry} />;
    case 'done':
      return (
        <CardWithActions cardId={cardId} response={state.response}>
          <Outcome response={state.response} />
        </CardWithActions>
      );
    case 'failed':
      if (state.status === 404) return <UnknownCard cardId={cardId} message={state.message} />;
      return (
        <CardWithActions cardId={cardId}>
          <CardLookup cardId={cardId} code={code}>
            <ArrivalFailed failure={state} onRetry={retry} />
          </CardLookup>
        </CardWithActions>
      );
  }
}

function Outcome({ response }: { response: ScanResponse }) {
  const { card, tokensEarned, tokenBalance, message } = response;
  if (tokensEarned === 0) {
    return (
      <FoundCard card={card} text={describeNoReward(message)}>
        <p>{t`Your balance: ${tokensLabel(tokenBalance)}`}</p>
      </FoundCard>
    );
  }
  return (
    <FoundCard card={card} isCollapsed>
      <div className="cluster gap-4 arrival-earned" role="status">
        <TokenIcon />
        <div>
          <p className="arrival-title">{t`You earned ${tokensLabel(tokensEarned)}!`}</p>
          <p>{t`Your balance is now ${tokensLabel(tokenBalance)}.`}</p>
        </div>
      </div>
      <Link href={card.place ? getNearbyCardsUrl(card.place) : paths.findCards} className="button treasure button-block">
        {card.place ? t`Next card near here` : t`Find cards`}
      </Link>
      <FindExtras cardId={card.cardId} />
      <FindMeaning response={response} />
    </FoundCard>
  );
}

interface CardWithActionsProps {
  cardId: string;
  response?: ScanResponse;
  children: ReactNode;
}

/** Adds what to do next. Content that loads later than the card comes last or has its space reserved, so that nothing moves. */
function CardWithActions({ cardId, response, children }: CardWithActionsProps) {
  const card = response?.card;
  const isNewFind = response !== undefined && response.tokensEarned > 0;
  const nextPlace = card?.isOwn || isNewFind ? null : card?.place;
  return (
    <div className="stack">
      {children}
      {nextPlace && (
        <Link href={getNearbyCardsUrl(nextPlace)} className="button treasure button-block">
          {t`Next card near here`}
        </Link>
      )}
      {card?.isOwn && (
        <Link href={paths.cacheCard(cardId)} className="button button-block">
          {t`Open my card`}
        </Link>
      )}
      <Link
        href={paths.dashboard()}
        className={isNewFind || card?.place || card?.isOwn ? 'button secondary button-block' : 'button button-block'}
      >
        {t`View Dashboard`}
      </Link>
      {card && !card.isOwn && <AfterFind card={card} isNewFind={isNewFind} isPlaceShared={false} />}
      {!card?.isOwn && (
        <details className="card-problem">
          <summary>{t`Problem with this card?`}</summary>
          <ClaimCard cardId={cardId} />
        </details>
      )}
    </div>
  );
}

function ArrivalFailed({ failure: { message, canRetry }, onRetry }: { failure: FailedArrival; onRetry: () => void }) {
  return (
    <Alert tone="error" title={t`This find didn’t count`}>
      <p>{message}</p>
      {canRetry && (
        <button type="button" className="secondary button-small" onClick={onRetry}>
          {t`Try again`}
        </button>
      )}
    </Alert>
  );
}
