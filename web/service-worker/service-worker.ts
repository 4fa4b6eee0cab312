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
const seenCache = 'map-seen';
const seenAtMost = 300;
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
  if (/^\/(api\/tiles\/|assets\/towns-)/.test(pathname)) return event.respondWith(seenFile(event));
  if (/^\/(api|__)(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(builtFile(event, built.onceUsed.includes(pathname)));
});

async function install(): Promise<void> {
  const shell = await fetch(shellPath, { cache: 'reload' });
  // During a rollout the shell may still be the old one. The install then fails, and is retried on the next visit.
  if (!shell.ok || !(await shell.clone().text()).includes(built.entry)) throw new Error('The shell is from another version');
  const cache = await caches.open(ownCache);
  await cache.addAll(built.files);
  await cache.put(shellPath, shell);
  await keepUsed(cache);
  await worker.skipWaiting();
}

/** Caches all of these large files if any is cached, by this or an older version: then the user needs them. */
async function keepUsed(cache: Cache): Promise<void> {
  const kept = await Promise.all(built.onceUsed.map((file) => caches.match(file)));
  if (!kept.some(Boolean)) return;
  await Promise.all(
    built.onceUsed.map((file, index) => {
      const before = kept[index];
      return before ? cache.put(file, before) : cache.add(file);
    }),
  );
}

/** Keeps the previous version, since open pages may still load chunks from it. */
async function clearOldVersions(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ownCache);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

async function page(request: Request): Promise<Response> {
  const shell = await caches.open(ownCache).then((cache) => cache.match(shellPath));
  const fromNetwork = fetch(request);
  if (!shell) return fromNetwork;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(shell), slowNetworkMs);
  });
  return Promise.race([fromNetwork.catch(() => shell), slow]).finally(() => clearTimeout(timer));
}

/** File names contain content hashes, so cached files never expire. */
async function builtFile(event: FetchEvent, isKeptOnceUsed: boolean): Promise<Response> {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (isKeptOnceUsed && response.ok) event.waitUntil(keepUsedFile(event.request, response.clone()));
  return response;
}

async function keepUsedFile(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(ownCache);
  await cache.put(request, response);
}

/** Cache-first; a new file evicts the oldest. */
async function seenFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(seenCache);
  const seen = await cache.match(request);
  if (seen) return seen;
  const response = await fetch(request);
  if (response.status === 200) event.waitUntil(keepSeen(cache, request, response.clone()));
  return response;
}

async function keepSeen(cache: Cache, request: Request, response: Response): Promise<void> {
  await cache.put(request, response);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, -seenAtMost).map((old) => cache.delete(old)));
}
