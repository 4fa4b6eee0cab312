/**
 * Service worker for offline support and push notifications. Caches the shell and the built files that are useful offline. Pages are loaded network-first, so that
 * nobody is stuck on an old version. API responses are never cached, except map tiles, which are the same for everyone.
 * scripts/site/build-service-worker.ts builds this file into /sw.js; it imports nothing, because it is not bundled.
 */

/** Version, files and words of the build, injected at build time. `news` is the general notification by language. */
declare const built: { version: string; entry: string; files: string[]; onceUsed: string[]; news: Record<string, string> };

/** Part of a push message (schema/messages/push.ts) that is stored with its notification. Its words are in the member's language. */
interface ShownContent {
  path: string;
  topic?: string;
  turnOff?: string;
  turnedOff?: [title: string, body: string];
}

const worker = self as unknown as ServiceWorkerGlobalScope;
const prefix = 'site-';
const ownCache = prefix + built.version;
/** Page whose HTML serves as the shell for every page. On other pages, the client code replaces its prerendered frame. */
const shellPath = '/dashboard';
const preferencesPath = '/account?tab=preferences';
const icon = '/icons/icon-192.png';
/** Cache for map tiles and town lists that were already requested. They are immutable and do not depend on the build's version. */
const sharedCache = 'map-seen';
const maxSharedFiles = 300;
/** Network timeout in milliseconds, after which the device is treated as offline. */
const slowNetworkMs = 5_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(install());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(clearOldVersions().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (/^\/(api\/tiles\/|assets\/towns-)/.test(pathname)) return event.respondWith(loadSharedFile(event));
  if (/^\/(api|__|\.well-known)(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(loadPage(request));
  else if (pathname.startsWith('/assets/'))
    event.respondWith(loadBuiltFile(event, built.onceUsed.includes(pathname) || pathname.startsWith('/assets/words/')));
});

worker.addEventListener('push', (event) => {
  event.waitUntil(showNotification(event.data));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const data = event.notification.data as ShownContent;
  event.waitUntil(event.action === 'turn_off' ? turnOff(data) : openPage(data.path));
});

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event as PushSubscriptionChangeEvent));
});

async function install(): Promise<void> {
  const shell = await fetch(shellPath, { cache: 'reload' });
  // During a rollout, the server may still return the old shell. The installation then fails and is retried on the next visit.
  if (!shell.ok || !(await shell.clone().text()).includes(built.entry)) throw new Error('The shell is from another version');
  const cache = await caches.open(ownCache);
  await cache.addAll(built.files);
  await cache.put(shellPath, shell);
  await cacheUsedFiles(cache);
  await worker.skipWaiting();
}

/** Caches the large optional files if this or an older version has cached any of them, which shows that the user needs them. */
async function cacheUsedFiles(cache: Cache): Promise<void> {
  const cachedFiles = await Promise.all(built.onceUsed.map((file) => caches.match(file)));
  if (!cachedFiles.some(Boolean)) return;
  await Promise.all(
    built.onceUsed.map((file, index) => {
      const cachedFile = cachedFiles[index];
      return cachedFile ? cache.put(file, cachedFile) : cache.add(file);
    }),
  );
}

/** Deletes old caches except the previous version's, because open pages may still load chunks from it. */
async function clearOldVersions(): Promise<void> {
  const oldCaches = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ownCache);
  await Promise.all(oldCaches.slice(0, -1).map((name) => caches.delete(name)));
}

async function loadPage(request: Request): Promise<Response> {
  const shell = await caches.open(ownCache).then((cache) => cache.match(shellPath));
  const networkResponse = fetch(request);
  if (!shell) return networkResponse;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fallback = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(shell), slowNetworkMs);
  });
  return Promise.race([networkResponse.catch(() => shell), fallback]).finally(() => clearTimeout(timer));
}

/** Responds from the cache without checking for updates because file names contain content hashes. */
async function loadBuiltFile(event: FetchEvent, isCachedOnUse: boolean): Promise<Response> {
  const cachedFile = await caches.match(event.request);
  if (cachedFile) return cachedFile;
  const response = await fetch(event.request);
  if (isCachedOnUse && response.ok) event.waitUntil(cacheUsedFile(event.request, response.clone()));
  return response;
}

async function cacheUsedFile(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(ownCache);
  await cache.put(request, response);
}

/** Responds cache-first. Once the cache is full, each new file evicts the oldest one. */
async function loadSharedFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(sharedCache);
  const cachedFile = await cache.match(request);
  if (cachedFile) return cachedFile;
  const response = await fetch(request);
  if (response.status === 200) event.waitUntil(cacheSharedFile(cache, request, response.clone()));
  return response;
}

async function cacheSharedFile(cache: Cache, request: Request, response: Response): Promise<void> {
  await cache.put(request, response);
  const cachedRequests = await cache.keys();
  await Promise.all(cachedRequests.slice(0, -maxSharedFiles).map((cachedRequest) => cache.delete(cachedRequest)));
}

/** Shows the notification. The number on the app icon counts those that are shown; pages clear it. */
async function showNotification(data: PushMessageData | null): Promise<void> {
  const { title, body, tag, ...content } = readContent(data);
  const actions = content.turnOff === undefined ? [] : [{ action: 'turn_off', title: content.turnOff }];
  await worker.registration.showNotification(title, { body, tag, data: content, icon, actions } as NotificationOptions);
  const shown = await worker.registration.getNotifications();
  await worker.navigator.setAppBadge?.(shown.length).catch(() => undefined);
}

/** Browsers end the subscription if a push message shows no notification, so an unreadable one shows a general text. */
function readContent(data: PushMessageData | null): { title: string; body: string; tag: string } & ShownContent {
  const [language = ''] = worker.navigator.language.split('-');
  const content = { title: 'Cache Cards', body: built.news[language] ?? built.news.en ?? '', path: shellPath, tag: 'news' };
  try {
    return { ...content, ...(data?.json() as object) };
  } catch {
    return content;
  }
}

/** Turns off push notifications about the topic. Opens the preferences if that fails, for example because the session has ended. */
async function turnOff({ topic, turnedOff }: ShownContent): Promise<void> {
  const body = JSON.stringify({ channel: 'push', topic, isOn: false });
  const request = { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body };
  const response = topic === undefined ? undefined : await fetch('/api/preferences/notifications', request).catch(() => undefined);
  if (!response?.ok || !turnedOff) return openPage(preferencesPath);
  const [title, text] = turnedOff;
  await worker.registration.showNotification(title, { body: text, tag: 'turned-off', data: { path: preferencesPath }, icon });
}

/** Opens the page in a window of the site, if there is one. */
async function openPage(path: string): Promise<void> {
  const [client] = await worker.clients.matchAll({ type: 'window' });
  try {
    if (client) {
      await client.focus();
      await client.navigate(path);
      return;
    }
  } catch {
    // The window belongs to an older service worker or was closed meanwhile.
  }
  await worker.clients.openWindow(path);
}

interface PushSubscriptionChangeEvent extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}

/** Registers the subscription with which the browser replaced an earlier one. */
async function renewSubscription({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const subscription = newSubscription ?? (oldSubscription && (await worker.registration.pushManager.subscribe(oldSubscription.options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, keys });
  await fetch('/api/preferences/device', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body });
}
