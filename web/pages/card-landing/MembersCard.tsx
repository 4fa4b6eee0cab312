import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { ClaimCard } from '#web/features/claims/ClaimCard.tsx';
import { AfterFind, FindMeaning } from '#web/features/scans/scanning/moment/AfterFind.tsx';
import { tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { CardLookup } from '#web/pages/card-landing/CardLookup.tsx';
import { FoundCard } from '#web/pages/card-landing/FoundCard.tsx';
import { CardNotFound, CardNotLoaded } from '#web/pages/card-landing/LandingMessage.tsx';
import { LoadingCard } from '#web/pages/card-landing/LoadingCard.tsx';
import { QueuedCard } from '#web/pages/card-landing/QueuedCard.tsx';
import { type FailedArrival, useArrivalScan } from '#web/pages/card-landing/use-arrival-scan.ts';
import { TokenIcon } from '#web/ui/icons/found-icons.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Scans the card on arrival. The scan response contains everything that the page shows. */
export function MembersCard({ cardId, code }: { cardId: string; code: string | undefined }) {
  const { state, retry } = useArrivalScan(cardId, code);
  switch (state.phase) {
    case 'sending':
      return <LoadingCard />;
    case 'queued':
      return <QueuedCard cardId={cardId} code={code} />;
    case 'lost':
      return <CardNotLoaded message="The server didn’t respond. Please try again." onRetry={retry} />;
    case 'done':
      return (
        <CardWithActions
          cardId={cardId}
          isOwn={state.response.card.isOwn}
          footer={
            !state.response.card.isOwn && (
              <AfterFind card={state.response.card} isNewFind={state.response.tokensEarned > 0} isPlaceShared={false} />
            )
          }
        >
          <FoundCard card={state.response.card}>
            <ArrivalReward response={state.response} />
            {state.response.tokensEarned > 0 && <FindMeaning response={state.response} />}
          </FoundCard>
        </CardWithActions>
      );
    case 'failed':
      if (state.status === 404) return <CardNotFound cardId={cardId} message={state.message} />;
      return (
        <CardWithActions cardId={cardId}>
          <CardLookup cardId={cardId} code={code}>
            <ArrivalFailed failure={state} onRetry={retry} />
          </CardLookup>
        </CardWithActions>
      );
  }
}

interface CardWithActionsProps {
  cardId: string;
  isOwn?: boolean;
  /** Content that loads later than the card. It is placed last on the page so that nothing moves when it appears. */
  footer?: ReactNode;
  children: ReactNode;
}

/** Adds a link to the member's own card or, on someone else's card, a way to claim it. */
function CardWithActions({ cardId, isOwn = false, footer, children }: CardWithActionsProps) {
  return (
    <div className="stack">
      {children}
      <Link href={paths.dashboard()} className="button button-block">
        View Dashboard
      </Link>
      {isOwn ? (
        <Link href={paths.cacheCard(cardId)} className="button secondary button-block">
          Open my card
        </Link>
      ) : (
        <ClaimCard cardId={cardId} />
      )}
      {footer}
    </div>
  );
}

function ArrivalReward({ response: { tokensEarned, tokenBalance, message } }: { response: ScanResponse }) {
  if (tokensEarned === 0) {
    return (
      <Alert tone="info" title={message}>
        Your balance: {tokensLabel(tokenBalance)}
      </Alert>
    );
  }
  return (
    <div className="cluster gap-4 arrival-earned" role="status">
      <TokenIcon />
      <div>
        <p className="arrival-title">You earned {tokensLabel(tokensEarned)}!</p>
        <p>Your balance is now {tokensLabel(tokenBalance)}.</p>
      </div>
    </div>
  );
}

function ArrivalFailed({ failure: { message, canRetry }, onRetry }: { failure: FailedArrival; onRetry: () => void }) {
  return (
    <Alert tone="error" title="Scan failed">
      <p>{message}</p>
      {canRetry && (
        <button type="button" className="secondary button-small" onClick={onRetry}>
          Try again
        </button>
      )}
    </Alert>
  );
}
