import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
      <h1>{t`Card Not Found`}</h1>
      <p>{message}</p>
      <p className="muted">
        <Trans>
          Card ID: <span className="code">{cardId}</span>
        </Trans>
      </p>
      <button type="button" className="treasure" aria-busy={scanner.isOpening || undefined} onClick={scanner.open}>
        {t`Scan or type again`}
      </button>
      <Link href={paths.home} className="button secondary">
        {t`Return Home`}
      </Link>
      {scanner.dialog}
    </div>
  );
}
