import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { pageQueue } from '#web/features/scans/scanning/offline/page-queue.ts';
import type { QueuedScan } from '#web/features/scans/scanning/offline/queued-scan.ts';

/** The member's scans, oldest first; empty for null. */
export function useQueuedScans(memberId: number | null): QueuedScan[] {
  const all = useSyncExternalStore(pageQueue.subscribe, pageQueue.scans);
  useEffect(() => {
    // Without storage there is nothing to show.
    pageQueue.refresh().catch(() => undefined);
  }, []);
  return useMemo(() => all.filter((scan) => scan.memberId === memberId), [all, memberId]);
}
