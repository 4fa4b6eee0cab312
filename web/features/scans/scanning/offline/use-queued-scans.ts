/** The queued scans of one member, as the page shows them. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { pageQueue } from '#web/features/scans/scanning/offline/page-queue.ts';
import type { QueuedScan } from '#web/features/scans/scanning/offline/queued-scan.ts';

/** Oldest first. `memberId` null: none; another member's are nobody's business. */
export function useQueuedScans(memberId: number | null): QueuedScan[] {
  const all = useSyncExternalStore(pageQueue.subscribe, pageQueue.scans);
  useEffect(() => {
    // Where the browser stores nothing there is nothing to show.
    pageQueue.refresh().catch(() => undefined);
  }, []);
  return useMemo(() => all.filter((scan) => scan.memberId === memberId), [all, memberId]);
}
