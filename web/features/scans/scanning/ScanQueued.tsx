import { plural, t } from '@lingui/core/macro';
import { InfoMedal } from '#web/features/scans/scanning/medals.tsx';
import { getOutcomeText, queuedText } from '#web/features/scans/scanning/offline/outcome-labels.ts';
import { getQueuedScanId } from '#web/features/scans/scanning/offline/queued-scan.ts';
import { useQueuedScans } from '#web/features/scans/scanning/offline/use-queued-scans.ts';
import { ScanActions } from '#web/features/scans/scanning/ScanActions.tsx';
import type { Scan } from '#web/features/scans/scanning/send-scan.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';
import { FactList } from '#web/ui/FactList.tsx';

/** Shows a scan that is stored on the device, or its result if the scan is sent while this view is open. */
export function ScanQueued({ scan, onRestart, onClose }: { scan: Scan; onRestart: () => void; onClose: () => void }) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const memberId = getTokenMemberId();
  const queuedScans = useQueuedScans(memberId);
  const waiting = queuedScans.filter(({ fate }) => fate.phase === 'waiting').length;
  const queuedScan = queuedScans.find(({ id }) => memberId !== null && id === getQueuedScanId(scan, memberId));
  const isFinished = queuedScan !== undefined && queuedScan.fate.phase !== 'waiting';
  return (
    <div className="stack scan-panel scan-outcome">
      <InfoMedal />
      <h3 ref={heading} tabIndex={-1}>
        {isFinished ? getOutcomeText(queuedScan) : queuedText()}
      </h3>
      <FactList
        className="scan-facts"
        facts={{ [t`Card`]: scan.cardId, [t`On this device`]: plural(waiting, { one: '# scan waiting', other: '# scans waiting' }) }}
      />
      <ScanActions onRestart={onRestart} onClose={onClose} />
    </div>
  );
}
