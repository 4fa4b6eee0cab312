import { WarningMedal } from '#web/components/scanner/medals.tsx';
import { useFocusOnArrival } from '#web/lib/focus-on-arrival.ts';
import type { Scan } from '#web/lib/send-scan.ts';

interface ScanFailedProps {
  failure: { scan: Scan; message: string; canRetry: boolean };
  onRetry: () => void;
  onAgain: () => void;
}

/** A scan that did not work out. What was scanned is kept for another try where that can help. */
export function ScanFailed({ failure: { scan, message, canRetry }, onRetry, onAgain }: ScanFailedProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  return (
    <div className="scan-panel scan-outcome">
      <WarningMedal />
      <h3 ref={heading} tabIndex={-1}>
        Scan Failed
      </h3>
      <p>{message}</p>
      <dl className="scan-facts">
        <div>
          <dt>Card</dt>
          <dd>{scan.cardId}</dd>
        </div>
      </dl>
      <div className="scan-actions">
        {canRetry && (
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        )}
        <button type="button" className={canRetry ? 'secondary' : undefined} onClick={onAgain}>
          Scan another
        </button>
      </div>
    </div>
  );
}
