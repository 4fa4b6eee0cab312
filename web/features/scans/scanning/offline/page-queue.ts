/** Queue of offline scans for the page. Connects the queue to IndexedDB and the API, and uses a lock so that only one tab sends. */
import type { ScanResponse } from '#schema/scans/scan.ts';
import { createOutcomeToast } from '#web/features/scans/scanning/offline/outcome-labels.ts';
import { createScanQueue } from '#web/features/scans/scanning/offline/scan-queue.ts';
import { deviceShelf } from '#web/features/scans/scanning/offline/scan-shelf.ts';
import { refreshAfterScan, type Scan, sendScan } from '#web/features/scans/scanning/send-scan.ts';
import { NetworkError } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';

const name = 'queued-scans';
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined;

export const pageQueue = createScanQueue({
  shelf: deviceShelf,
  memberId: getTokenMemberId,
  send: sendScan,
  async runExclusively(work) {
    // Without the Web Locks API, two tabs may both send a scan. The idempotency key still makes it count once.
    if (!navigator.locks) return work();
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work();
    });
  },
  announce: () => channel?.postMessage('changed'),
  onFinished(scans) {
    channel?.postMessage('sent');
    showToast(createOutcomeToast(scans));
    void refreshAfterScan();
  },
});

channel?.addEventListener('message', ({ data }) => {
  if (data === 'sent') void refreshAfterScan();
  else pageQueue.refresh().catch(() => undefined);
});

/**
 * Sends a scan immediately. If no response arrives before the timeout, stores the scan and sends it later with the same idempotency key.
 * Throws ApiError, or NetworkError if the scan could not be stored.
 */
export async function sendOrQueueScan(scan: Scan): Promise<ScanResponse | 'queued'> {
  try {
    return await sendScan(scan);
  } catch (error) {
    if (error instanceof NetworkError && (await pageQueue.keep(scan))) {
      // Store the scan first. The position is added later if it becomes available before the scan is sent.
      import('#web/features/scans/scanning/place/queued-place.ts').then(({ placeQueued }) => placeQueued(scan)).catch(() => undefined);
      return 'queued';
    }
    throw error;
  }
}
