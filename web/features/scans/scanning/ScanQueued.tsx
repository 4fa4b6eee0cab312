import { InfoMedal } from '#web/features/scans/scanning/medals.tsx';
import { outcomeText, queuedText } from '#web/features/scans/scanning/offline/outcome-labels.ts';
import { queuedScanId } from '#web/features/scans/scanning/offline/queued-scan.ts';
import { tokenMemberId } from '#web/features/scans/scanning/offline/token-member.ts';
import { useQueuedScans } from '#web/features/scans/scanning/offline/use-queued-scans.ts';
import { ScanActions } from '#web/features/scans/scanning/ScanActions.tsx';
import type { Scan } from '#web/features/scans/scanning/send-scan.ts';
import { plural } from '#web/lib/format.ts';
import { useFocusOnArrival } from '#web/lib/react/focus-on-arrival.ts';
import { FactList } from '#web/ui/FactList.tsx';

interface ScanQueuedProps {
  scan: Scan;
  onAgain: () => void;
  onClose: () => void;
}

/** For a scan stored on the device; shows its result if it is sent while this is open. */
export function ScanQueued({ scan, onAgain, onClose }: ScanQueuedProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const memberId = tokenMemberId();
  const kept = useQueuedScans(memberId);
  const waiting = kept.filter(({ fate }) => fate.phase === 'waiting').length;
  const own = kept.find(({ id }) => memberId !== null && id === queuedScanId(scan, memberId));
  const isFinished = own !== undefined && own.fate.phase !== 'waiting';
  return (
    <div className="stack scan-panel scan-outcome">
      <InfoMedal />
      <h3 ref={heading} tabIndex={-1}>
        {isFinished ? outcomeText(own) : queuedText}
      </h3>
      <FactList className="scan-facts" facts={{ Card: scan.cardId, 'On this device': `${plural(waiting, 'scan')} waiting` }} />
      <ScanActions onAgain={onAgain} onClose={onClose} />
    </div>
  );
}
