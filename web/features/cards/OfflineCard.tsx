import { Link } from 'wouter';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Spinner } from '#web/components/Spinner.tsx';
import { FoundCardArt } from '#web/features/cards/FoundCardArt.tsx';
import { KeptArrival } from '#web/features/cards/KeptArrival.tsx';
import { useKeptArrival } from '#web/features/cards/use-kept-arrival.ts';
import { paths } from '#web/paths.ts';

interface OfflineCardProps {
  cardId: string;
  code: string | undefined;
  onRetry: () => void;
}

/** A card that a member opened without network: nothing can be told of it yet, but the find is kept. */
export function OfflineCard({ cardId, code, onRetry }: OfflineCardProps) {
  const isKept = useKeptArrival(cardId, code);
  if (isKept === undefined) return <Spinner label="Saving the scan…" />;
  if (!isKept) {
    return (
      <div className="sheet">
        <h1 className="visually-hidden">Cache Card</h1>
        <ErrorState
          title="The card could not be loaded"
          message="There is no connection, and this browser stores nothing, so the scan could not be saved. Please try again."
          onRetry={onRetry}
        />
      </div>
    );
  }
  return (
    <div className="stack">
      <article className="sheet found-card">
        <FoundCardArt />
        <h1>Out of reach, but not lost</h1>
        <KeptArrival cardId={cardId} code={code} />
        <dl className="found-details">
          <div>
            <dt>Card ID</dt>
            <dd className="code">{cardId}</dd>
          </div>
        </dl>
      </article>
      <Link href={paths.dashboard()} className="button button-block">
        View Dashboard
      </Link>
    </div>
  );
}
