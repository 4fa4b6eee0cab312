import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { pageQueue } from '#web/features/scans/scanning/offline/page-queue.ts';
import type { QueuedScan } from '#web/features/scans/scanning/offline/queued-scan.ts';

/** Returns the member's stored scans, oldest first, or an empty list if `memberId` is null. */
export function useQueuedScans(memberId: number | null): QueuedScan[] {
  const all = useSyncExternalStore(pageQueue.subscribe, pageQueue.scans);
  useEffect(() => {
    // If storage is unavailable, there are no scans to show.
    pageQueue.refresh().catch(() => undefined);
  }, []);
  return useMemo(() => all.filter((scan) => scan.memberId === memberId), [all, memberId]);
}
