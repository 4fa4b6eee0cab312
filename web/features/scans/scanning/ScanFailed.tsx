import { t } from '@lingui/core/macro';
import { WarningMedal } from '#web/features/scans/scanning/medals.tsx';
import type { Scan } from '#web/features/scans/scanning/send-scan.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { FactList } from '#web/ui/FactList.tsx';

interface ScanFailedProps {
  failure: { scan: Scan; message: string; canRetry: boolean };
  onRetry: () => void;
  onRestart: () => void;
}

/** Shows a failed scan, with a retry button if retrying can help. */
export function ScanFailed({ failure: { scan, message, canRetry }, onRetry, onRestart }: ScanFailedProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <div className="stack scan-panel scan-outcome">
      <WarningMedal />
      <h3 ref={heading} tabIndex={-1}>{t`This scan didn’t count`}</h3>
      <p>{message}</p>
      <FactList className="scan-facts" facts={{ [t`Card`]: scan.cardId }} />
      <div className="stack gap-3 scan-actions">
        {canRetry && <button type="button" onClick={onRetry}>{t`Try again`}</button>}
        <button type="button" className={canRetry ? 'secondary' : undefined} onClick={onRestart}>
          {canRetry ? t`Scan another` : t`Scan or type again`}
        </button>
      </div>
    </div>
  );
}
