/** The kept scans of one member, as the page shows them. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { KeptScan } from '#web/lib/offline/kept-scan.ts';
import { pageQueue } from '#web/lib/offline/page-queue.ts';

/** Oldest first. `memberId` null: none; another member's are nobody's business. */
export function useKeptScans(memberId: number | null): KeptScan[] {
  const all = useSyncExternalStore(pageQueue.subscribe, pageQueue.scans);
  useEffect(() => {
    // Where the browser stores nothing there is nothing to show.
    pageQueue.refresh().catch(() => undefined);
  }, []);
  return useMemo(() => all.filter((scan) => scan.memberId === memberId), [all, memberId]);
}
