/**
 * Offline support: caches the shell and the built files that are useful offline. Pages are loaded network-first, so nobody is stuck on an old
 * version. API calls are never cached, except map tiles, which are the same for everybody. scripts/site/build-service-worker.ts builds it
 * into /sw.js. It imports nothing, because it is not bundled.
 */

/** Injected by the build. */
declare const built: { version: string; entry: string; files: string[]; onceUsed: string[] };

const worker = self as unknown as ServiceWorkerGlobalScope;
const prefix = 'site-';
const ownCache = prefix + built.version;
/** Any page can start from this one: the code replaces the frame. */
const shellPath = '/dashboard';
/** Immutable files shared by all versions: map tiles and town lists that were requested. */
const sharedCache = 'map-seen';
const maxSharedFiles = 300;
/** After this time the network counts as offline. */
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
  if (/^\/(api|__)(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(loadPage(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(loadBuiltFile(event, built.onceUsed.includes(pathname)));
});

async function install(): Promise<void> {
  const shell = await fetch(shellPath, { cache: 'reload' });
  // During a rollout the shell may still be the old one. The install then fails, and is retried on the next visit.
  if (!shell.ok || !(await shell.clone().text()).includes(built.entry)) throw new Error('The shell is from another version');
  const cache = await caches.open(ownCache);
  await cache.addAll(built.files);
  await cache.put(shellPath, shell);
  await cacheUsedFiles(cache);
  await worker.skipWaiting();
}

/** Caches all of these large files if any is cached, by this or an older version: then the user needs them. */
async function cacheUsedFiles(cache: Cache): Promise<void> {
  const cachedFiles = await Promise.all(built.onceUsed.map((file) => caches.match(file)));
  if (!cachedFiles.some(Boolean)) return;
  await Promise.all(
    built.onceUsed.map((file, index) => {
      const before = cachedFiles[index];
      return before ? cache.put(file, before) : cache.add(file);
    }),
  );
}

/** Keeps the previous version, since open pages may still load chunks from it. */
async function clearOldVersions(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ownCache);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
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

/** File names contain content hashes, so cached files never expire. */
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

/** Cache-first; a new file evicts the oldest. */
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
  await Promise.all(cachedRequests.slice(0, -maxSharedFiles).map((old) => cache.delete(old)));
}
