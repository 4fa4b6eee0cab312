import { getQueuedScanId } from '#web/features/scans/scanning/offline/queued-scan.ts';
import { deviceShelf } from '#web/features/scans/scanning/offline/scan-shelf.ts';
import type { Scan } from '#web/features/scans/scanning/send-scan.ts';
import { readFix } from '#web/lib/fix.ts';
import { readPlaceChoice } from '#web/lib/place-choice.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';

/** Adds the member's position to a stored scan, before the scan is sent. */
export async function placeQueued(scan: Scan, shelf = deviceShelf): Promise<void> {
  const memberId = getTokenMemberId();
  if (scan.place || memberId === null || !readPlaceChoice(memberId)) return;
  const place = await readFix();
  await shelf.update(getQueuedScanId(scan, memberId), (current) =>
    current?.key === scan.key && current.fate.phase === 'waiting' ? { ...current, place } : current,
  );
}
