/** After the page has loaded: it is made ready for places without network; what was kept there is sent, or forgotten with its member. */
import { storedToken } from '#web/lib/auth-storage.ts';

/** Called once, when the browser has nothing more urgent to do. */
export function startOffline(): void {
  // Refused in private windows of some browsers, and where the page is left at this moment: it works without.
  navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  addEventListener('online', sendQueuedScans);
  addEventListener('session-started', sendQueuedScans);
  addEventListener('session-started', forgetFindingOfOthers);
  addEventListener('session-ended', forgetFinding);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) sendQueuedScans();
  });
  sendQueuedScans();
}

/** Visitors have none, and load nothing for them. */
function sendQueuedScans(): void {
  if (storedToken() === null) return;
  import('#web/features/scans/scanning/offline/page-queue.ts').then(
    ({ pageQueue }) => pageQueue.send({ networkIsBack: true }),
    () => undefined,
  );
}

function forgetFinding(): void {
  import('#web/features/finding/around/forget-on-device.ts').then(
    (file) => file.forgetFinding(),
    () => undefined,
  );
}

function forgetFindingOfOthers(): void {
  Promise.all([
    import('#web/features/finding/around/forget-on-device.ts'),
    import('#web/features/scans/scanning/offline/token-member.ts'),
  ]).then(
    ([file, { tokenMemberId }]) => {
      const memberId = tokenMemberId();
      if (memberId !== null) return file.forgetFindingOfOthers(memberId);
    },
    () => undefined,
  );
}
