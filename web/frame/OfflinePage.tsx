import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { CarriedRegion } from '#web/features/finding/nearby/carried/CarriedRegion.tsx';
import { SnapshotSection } from '#web/features/scans/finds/snapshot/SnapshotSection.tsx';
import { QueuedScans } from '#web/features/scans/scanning/offline/QueuedScans.tsx';
import { ScanDialog } from '#web/features/scans/scanning/ScanDialog.tsx';
import { getTokenMemberId } from '#web/lib/token-member.ts';
import { QrIcon } from '#web/ui/icons/icons.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';

/** Replaces a member's page while offline, but still lets the member scan cards. Reloads when the network is back. */
export function OfflinePage({ onRetry }: { onRetry: () => void }) {
  const [isScanning, setIsScanning] = useState(false);
  const [memberId] = useState(getTokenMemberId);
  useEffect(() => {
    // A reload must not interrupt a scan.
    if (isScanning) return;
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [isScanning, onRetry]);

  function leaveScanner() {
    setIsScanning(false);
    if (navigator.onLine) onRetry();
  }

  return (
    <div className="stack offline-page">
      <div className="sheet state">
        <div className="state-art">
          <EmptyTrail />
        </div>
        <h1>{t`No connection out here`}</h1>
        <p>{t`Keep exploring: the cards you scan now are saved on this device and sent when you’re back online.`}</p>
        <div className="cluster">
          <button type="button" className="treasure wide-window-only" onClick={() => setIsScanning(true)}>
            <QrIcon />
            {t`Scan QR`}
          </button>
          <button type="button" className="secondary" onClick={onRetry}>
            {t`Try again`}
          </button>
        </div>
      </div>
      <QueuedScans memberId={memberId} />
      <SnapshotSection memberId={memberId} />
      <CarriedRegion memberId={memberId} isNeeded />
      <ScanDialog open={isScanning} onClose={leaveScanner} />
    </div>
  );
}
