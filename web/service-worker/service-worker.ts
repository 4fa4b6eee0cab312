/**
 * Lets the site open without network. It keeps the shell and, of the built files of its own version, those that are of use
 * then; pages come from the network while there is one, so nobody is held on an old version; calls of the API it never touches.
 * scripts/build-service-worker.ts makes /sw.js of it. It imports nothing: browsers run it as it stands.
 */

/** What this version consists of; the build puts it in. */
declare const built: { version: string; entry: string; files: string[] };

const worker = self as unknown as ServiceWorkerGlobalScope;
const prefix = 'site-';
const ownCache = prefix + built.version;
/** Of the pages that begin as the shell. */
const shellPath = '/dashboard';
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
  if (request.method !== 'GET' || origin !== worker.location.origin || /^\/(api|__)(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(builtFile(request));
});

async function install(): Promise<void> {
  const shell = await fetch(shellPath, { cache: 'reload' });
  // While a new version is being rolled out the shell may still be the old one: then this install fails, and the next visit tries again.
  if (!shell.ok || !(await shell.clone().text()).includes(built.entry)) throw new Error('The shell is of another version');
  const cache = await caches.open(ownCache);
  await cache.addAll(built.files);
  await cache.put(shellPath, shell);
  await worker.skipWaiting();
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
async function builtFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
