/** Starts offline support after the page has loaded: registers the service worker, sends stored scans and deletes other members' data. */
import { getStoredAdminToken } from '#web/lib/admin-token.ts';
import { getStoredToken } from '#web/lib/auth-storage.ts';

/**
 * Delay after the load event, in milliseconds. Members' pages load their data after that event, and installing the service worker would compete
 * with them for CPU time.
 */
const registrationDelayMs = 2_000;

/**
 * Called once by web/main.tsx, when the page has loaded. If the member signs out in another tab, `reload` removes the text that they typed
 * in this one. An expired session does not set `logout_pending`, so it keeps typed text.
 */
export function startOffline(reload = () => location.reload()): void {
  const { serviceWorker } = navigator;
  // Some browsers reject the registration in private windows or during navigation. The site works without a service worker.
  if (serviceWorker) setTimeout(() => serviceWorker.register('/sw.js').catch(() => undefined), registrationDelayMs);
  addEventListener('online', sendQueuedScans);
  addEventListener('session-started', sendQueuedScans);
  addEventListener('session-started', clearOtherMembersFindingData);
  addEventListener('session-ended', clearMemberData);
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'logout_pending' && newValue) void clearDrafts().then(reload);
  });
  // Safari and Firefox restore a page that the member left as it was, even if someone signed out or in meanwhile.
  let tokens = readTokens();
  addEventListener('pagehide', () => {
    tokens = readTokens();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && readTokens() !== tokens) reload();
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) sendQueuedScans();
  });
  sendQueuedScans();
}

function readTokens(): string {
  return `${getStoredToken()} ${getStoredAdminToken()}`;
}

/** Sends stored scans. Visitors have none, so no code is loaded for them. */
function sendQueuedScans(): void {
  if (getStoredToken() === null) return;
  import('#web/features/scans/scanning/offline/page-queue.ts').then(
    ({ pageQueue }) => pageQueue.send({ isNetworkBack: true }),
    () => undefined,
  );
}

function clearMemberData(): void {
  // Clears the badge on the app icon, which counts the items that need the member's action.
  navigator.clearAppBadge?.().catch(() => undefined);
  void clearDrafts();
  import('#web/features/notifications/close-notifications.ts').then(
    (file) => file.closeNotifications(),
    () => undefined,
  );
  import('#web/features/finding/nearby/clear-finding-data.ts').then(
    (file) => file.clearFindingData(),
    () => undefined,
  );
}

/** Drafts are stored per tab, so each tab clears its own. */
function clearDrafts(): Promise<void> {
  return import('#web/lib/drafts.ts').then(
    (file) => file.clearDrafts(),
    () => undefined,
  );
}

function clearOtherMembersFindingData(): void {
  Promise.all([import('#web/features/finding/nearby/clear-finding-data.ts'), import('#web/lib/token-member.ts')]).then(
    ([file, { getTokenMemberId }]) => {
      const memberId = getTokenMemberId();
      if (memberId !== null) return file.clearOtherMembersFindingData(memberId);
    },
    () => undefined,
  );
}
