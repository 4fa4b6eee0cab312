import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import '#web/features/cards/cards-pages.css';
import { CardTable } from '#web/components/cards/CardTable.tsx';
import { CardTableSkeleton } from '#web/components/cards/CardTableSkeleton.tsx';
import { NoCards } from '#web/components/cards/NoCards.tsx';
import { useOwnCards } from '#web/components/cards/own-cards.ts';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { BackIcon, CardIcon, QrIcon } from '#web/components/icons.tsx';
import { PrinterIcon } from '#web/components/orders/order-icons.tsx';
import { printPath } from '#web/components/orders/print-path.ts';
import { Parcels } from '#web/components/printing/Parcels.tsx';
import { ScanDialog } from '#web/components/scanner/ScanDialog.tsx';
import { MyClaims } from '#web/features/cards/MyClaims.tsx';
import { ReportCard } from '#web/features/cards/ReportCard.tsx';
import { StatusFilter } from '#web/features/cards/StatusFilter.tsx';
import { cardsWithStatus, statusFilter } from '#web/features/cards/status-filter.ts';
import { errorText } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { useUser } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';

const CardOrderDialog = lazy(() =>
  import('#web/components/orders/CardOrderDialog.tsx').then((file) => ({ default: file.CardOrderDialog })),
);

/** All of the member's own cards. */
export function CardsPage() {
  const { user } = useUser();
  const { data: cards, error, mutate } = useOwnCards();
  const [query, setQuery] = useSearchParams();
  const [scanning, setScanning] = useState(false);
  const [ordering, setOrdering] = useState(false);
  if (!user) return null;
  const filter = statusFilter(query.get('status'));
  const shown = cards && cardsWithStatus(cards, filter);

  function setParameter(name: string, value: string | null) {
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  }

  return (
    <div className="cards-page stack">
      <Link href={paths.dashboard()} className="back-link">
        <BackIcon />
        Dashboard
      </Link>
      <header className="spread">
        <div>
          <h1>Your Cache Cards</h1>
          <p className="muted">{cards ? summary(cards) : 'Counting your cards…'}</p>
        </div>
        <div className="cluster">
          {cards?.some(({ status }) => status === 'ordered') && (
            <a className="button secondary" href={printPath()} download>
              <PrinterIcon />
              Print PDF
            </a>
          )}
          <button type="button" className="treasure" onClick={() => setScanning(true)}>
            <QrIcon />
            Scan QR
          </button>
        </div>
      </header>
      {cards && cards.length > 0 && (
        <StatusFilter cards={cards} active={filter} onChange={(next) => setParameter('status', next === 'all' ? null : next)} />
      )}
      {error && !cards ? (
        <ErrorState
          heading="h2"
          title="Your cards could not be loaded"
          message={errorText(error, 'Please try again.')}
          onRetry={() => mutate()}
        />
      ) : !cards || !shown ? (
        <CardTableSkeleton />
      ) : cards.length === 0 ? (
        <NoCards tier={user.role} heading="h2">
          <button type="button" onClick={() => setOrdering(true)}>
            <CardIcon />
            Order Cache Cards
          </button>
        </NoCards>
      ) : shown.length === 0 ? (
        <p className="sheet muted">None of your cards is {filter} now.</p>
      ) : (
        <CardTable cards={shown} label="Your Cache Cards" />
      )}
      <Parcels />
      <MyClaims />
      <ReportCard open={query.has('report')} onOpenChange={(open) => setParameter('report', open ? 'missing' : null)} />
      <Suspense>{ordering && <CardOrderDialog open tier={user.role} onClose={() => setOrdering(false)} />}</Suspense>
      <ScanDialog open={scanning} onClose={() => setScanning(false)} />
    </div>
  );
}

function summary(cards: { totalScans: number; tokensEarned: number }[]): string {
  const scans = cards.reduce((sum, card) => sum + card.totalScans, 0);
  return `${plural(cards.length, 'card')}, scanned ${plural(scans, 'time')} so far`;
}
