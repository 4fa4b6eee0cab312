import { useState } from 'react';
import '#web/features/cards/test-qr/test-qr.css';
import { AdminPage } from '#web/features/admin/frame/AdminPage.tsx';
import { BackToDashboard } from '#web/features/admin/frame/BackToDashboard.tsx';
import { CreateTestCard } from '#web/features/cards/test-qr/CreateTestCard.tsx';
import { HowToUse } from '#web/features/cards/test-qr/HowToUse.tsx';
import { PrintSheet } from '#web/features/cards/test-qr/PrintSheet.tsx';
import { TestCardGrid } from '#web/features/cards/test-qr/TestCardGrid.tsx';
import { useTestCards } from '#web/features/cards/test-qr/test-cards-api.ts';
import { reasonText } from '#web/lib/reason-text.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

export function TestQrPage() {
  const { cards, total, error, reload, paging } = useTestCards();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const hasCards = cards !== undefined && cards.length > 0;
  return (
    <AdminPage
      title="Test QR Codes"
      subtitle="Cards for trying out scans. They have no owner and are active right away."
      actions={
        <>
          <BackToDashboard />
          {hasCards && <PrintSheet chosenIds={[...chosenIds]} total={total?.count ?? cards.length} />}
          {hasCards && <CreateTestCard label="Create Test Card" />}
        </>
      }
    >
      {hasCards ? (
        <TestCardGrid cards={cards} paging={paging} chosenIds={chosenIds} setChosenIds={setChosenIds} />
      ) : cards ? (
        <section className="sheet state" aria-labelledby="no-test-cards">
          <h2 id="no-test-cards">No test cards yet</h2>
          <p>Create one and scan its QR code with your phone.</p>
          <CreateTestCard label="Create Your First Test Card" />
        </section>
      ) : error ? (
        <>
          <ErrorState heading="h2" title="Error" message="Failed to load test cards" retryLabel="Try Again" onRetry={reload} />
          <p className="muted small">{reasonText(error, 'Error fetching test cards', 'The response could not be read.')}</p>
        </>
      ) : (
        <div role="status">
          <span className="visually-hidden">Loading test cards…</span>
          <div className="test-card-grid" aria-hidden="true">
            {['first', 'second', 'third', 'fourth'].map((key) => (
              <Skeleton key={key} height="24rem" />
            ))}
          </div>
        </div>
      )}
      {(cards ?? error) !== undefined && <HowToUse />}
    </AdminPage>
  );
}
