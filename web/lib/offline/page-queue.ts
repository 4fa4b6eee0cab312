/** The page's own queue of kept scans: IndexedDB below, the API above, one sender among all tabs. */
import { outcomeToast } from '#web/lib/offline/outcome-words.ts';
import { createScanQueue } from '#web/lib/offline/scan-queue.ts';
import { deviceShelf } from '#web/lib/offline/scan-shelf.ts';
import { tokenMemberId } from '#web/lib/offline/token-member.ts';
import { refreshAfterScan, sendScan } from '#web/lib/send-scan.ts';
import { showToast } from '#web/lib/toast.ts';

const name = 'kept-scans';
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined;

export const pageQueue = createScanQueue({
  shelf: deviceShelf,
  memberId: tokenMemberId,
  send: sendScan,
  async alone(work) {
    // Where a browser has no locks, two tabs may both send: the key makes that one scan.
    if (!navigator.locks) return work();
    await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work();
    });
  },
  announce: () => channel?.postMessage('changed'),
  onFinished(scans) {
    channel?.postMessage('sent');
    showToast(outcomeToast(scans));
    void refreshAfterScan();
  },
});

channel?.addEventListener('message', ({ data }) => {
  if (data === 'sent') void refreshAfterScan();
  else pageQueue.refresh().catch(() => undefined);
});
