import { InfoMedal } from '#web/components/scanner/medals.tsx';
import { ScanActions } from '#web/components/scanner/ScanActions.tsx';
import { useFocusOnArrival } from '#web/lib/focus-on-arrival.ts';
import { plural } from '#web/lib/format.ts';
import { keptScanId } from '#web/lib/offline/kept-scan.ts';
import { keptText, outcomeText } from '#web/lib/offline/outcome-words.ts';
import { tokenMemberId } from '#web/lib/offline/token-member.ts';
import { useKeptScans } from '#web/lib/offline/use-kept-scans.ts';
import type { Scan } from '#web/lib/send-scan.ts';

interface ScanKeptProps {
  scan: Scan;
  onAgain: () => void;
  onClose: () => void;
}

/** A scan made without network: safe on the device. Should it be sent while this is open, it says what came of it. */
export function ScanKept({ scan, onAgain, onClose }: ScanKeptProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const memberId = tokenMemberId();
  const kept = useKeptScans(memberId);
  const waiting = kept.filter(({ fate }) => fate.phase === 'waiting').length;
  const own = kept.find(({ id }) => memberId !== null && id === keptScanId(scan, memberId));
  const isFinished = own !== undefined && own.fate.phase !== 'waiting';
  return (
    <div className="scan-panel scan-outcome">
      <InfoMedal />
      <h3 ref={heading} tabIndex={-1}>
        {isFinished ? outcomeText(own) : keptText}
      </h3>
      <dl className="scan-facts">
        <div>
          <dt>Card</dt>
          <dd>{scan.cardId}</dd>
        </div>
        <div>
          <dt>On this device</dt>
          <dd>{plural(waiting, 'scan')} waiting</dd>
        </div>
      </dl>
      <ScanActions onAgain={onAgain} onClose={onClose} />
    </div>
  );
}
