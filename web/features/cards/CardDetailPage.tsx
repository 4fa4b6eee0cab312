import { Link, useParams } from 'wouter';
import '#web/features/cards/cards-pages.css';
import { CardStatusBadge } from '#web/components/cards/CardStatusBadge.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { BackIcon } from '#web/components/icons.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { useOwnCard } from '#web/features/cards/api.ts';
import { CardFacts } from '#web/features/cards/CardFacts.tsx';
import { CardNotOwned } from '#web/features/cards/CardNotOwned.tsx';
import { CardQr } from '#web/features/cards/CardQr.tsx';
import { FindHistory } from '#web/features/cards/FindHistory.tsx';
import { Placement } from '#web/features/cards/Placement.tsx';
import { ReportMissing } from '#web/features/cards/ReportMissing.tsx';
import { ApiError, errorText } from '#web/lib/api.ts';
import { useDocumentTitle } from '#web/lib/document-title.ts';
import { useUser } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';

/** One of the member's own cards. */
export function CardDetailPage() {
  const { cardId = '' } = useParams<{ cardId: string }>();
  useDocumentTitle(`Cache Card ${cardId}`);
  return (
    <div className="card-detail stack">
      <Link href={paths.cacheCards} className="back-link">
        <BackIcon />
        All cards
      </Link>
      <CardDetail key={cardId} cardId={cardId} />
    </div>
  );
}

function CardDetail({ cardId }: { cardId: string }) {
  const { user } = useUser();
  const { data: page, error, mutate } = useOwnCard(cardId);
  if (!user) return null;
  if (error && !page) {
    if (error instanceof ApiError && error.status === 404) return <CardNotOwned cardId={cardId} />;
    return <ErrorState title="The card could not be loaded" message={errorText(error, 'Please try again.')} onRetry={() => mutate()} />;
  }
  if (!page) {
    return (
      <div className="stack" role="status">
        <span className="visually-hidden">Loading your card…</span>
        <Skeleton height="3rem" />
        <Skeleton height="16rem" />
        <Skeleton height="10rem" />
      </div>
    );
  }
  const { card } = page;
  return (
    <>
      <header className="card-head">
        <h1>{card.cardId}</h1>
        <CardStatusBadge status={card.status} />
      </header>
      {card.status === 'ordered' && (
        <p className="muted">
          This card is waiting for its place. It becomes active with its first scan, or when you say where you placed it.
        </p>
      )}
      <div className="card-columns">
        <div className="stack">
          <CardFacts page={page} />
          <Placement page={page} tier={user.role} />
          <FindHistory finds={page.finds} totalScans={card.totalScans} />
        </div>
        <div className="stack">
          <CardQr page={page} />
          {card.status !== 'ordered' && (
            <ReportMissing cardId={card.cardId} status={card.status} reportedByMe={page.reportedByMe} openReports={page.openReports} />
          )}
        </div>
      </div>
    </>
  );
}
