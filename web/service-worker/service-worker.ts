/**
 * Lets the site open without network. It keeps the shell and, of the built files of its own version, those that are of use
 * then; pages come from the network while there is one, so nobody is held on an old version; calls of the API it never touches,
 * but for the map's tiles, which are the same for all: those seen last are kept.
 * scripts/site/build-service-worker.ts makes /sw.js of it. It imports nothing: browsers run it as it stands.
 */

/** What this version consists of; the build puts it in. */
declare const built: { version: string; entry: string; files: string[]; onceUsed: string[] };

const worker = self as unknown as ServiceWorkerGlobalScope;
const prefix = 'site-';
const ownCache = prefix + built.version;
/** What any page can begin as: code that finds another page's frame renders its own. */
const shellPath = '/dashboard';
/** Of every version, since none of what is in it ever changes: tiles of the map, and lists of towns, that were asked for. */
const seenCache = 'map-seen';
const seenAtMost = 300;
/** A network that is there but does not answer counts as none. */
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
  // While a new version is being rolled out the shell may still be the old one: then this install fails, and the next visit tries again.
  if (!shell.ok || !(await shell.clone().text()).includes(built.entry)) throw new Error('The shell is of another version');
  const cache = await caches.open(ownCache);
  await cache.addAll(built.files);
  await cache.put(shellPath, shell);
  await keepUsed(cache);
  await worker.skipWaiting();
}

/** Large files of which a part is on the device, by this name or since before: somebody uses them, so they stay at hand, all of them. */
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

/** The version before this one stays too: pages of it may be open, and load parts of it yet. */
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

/** Built files carry a hash of their content in their names: what is kept never gets old. */
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

/** From the device where it was seen before; else it is kept from now on, and the one kept for longest goes. */
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
