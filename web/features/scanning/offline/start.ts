/** After the page has loaded: it is made ready for places without network, and what was kept there is sent. */
import { storedToken } from '#web/lib/auth-storage.ts';

/** Called once, when the browser has nothing more urgent to do. */
export function startOffline(): void {
  // Refused in private windows of some browsers, and where the page is left at this moment: it works without.
  navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  addEventListener('online', sendQueuedScans);
  addEventListener('session-started', sendQueuedScans);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) sendQueuedScans();
  });
  sendQueuedScans();
}

/** Visitors have none, and load nothing for them. */
function sendQueuedScans(): void {
  if (storedToken() === null) return;
  import('#web/features/scanning/offline/page-queue.ts').then(
    ({ pageQueue }) => pageQueue.send({ networkIsBack: true }),
    () => undefined,
  );
}
