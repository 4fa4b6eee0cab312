import { Link } from 'wouter';
import { useScanner } from '#web/features/scans/scanning/use-scanner.tsx';
import { paths } from '#web/lib/paths.ts';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';

/** Shown to members for an unknown card or a wrong code. */
export function UnknownCard({ cardId, message }: { cardId: string; message: string }) {
  const scanner = useScanner();
  return (
    <div className="sheet state landing-message">
      <div className="state-art">
        <EmptyTrail />
      </div>
      <h1>Card Not Found</h1>
      <p>{message}</p>
      <p className="muted">
        Card ID: <span className="code">{cardId}</span>
      </p>
      <button type="button" className="treasure" aria-busy={scanner.isOpening || undefined} onClick={scanner.open}>
        Scan or type again
      </button>
      <Link href={paths.home} className="button secondary">
        Return Home
      </Link>
      {scanner.dialog}
    </div>
  );
}
