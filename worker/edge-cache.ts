/**
 * Caches responses per Cloudflare data center (Cache API), so that a hit does not read the database. Entries cannot be purged, so only
 * cache data that may be slightly stale, and never private data.
 */

const cacheUrl = (name: string) => `https://kept.cache.invalid/${encodeURIComponent(name)}`;

/**
 * Returns the cached text, or calls `make` and caches its result for `seconds`. Errors are not cached. The name must include the origin,
 * because all sites in a zone share the cache. `afterwards` receives work that may continue after the response.
 */
export async function edgeCached(
  name: string,
  seconds: number,
  make: () => Promise<string>,
  afterwards: (work: Promise<unknown>) => void,
): Promise<string> {
  const cachedResponse = await caches.default.match(cacheUrl(name));
  if (cachedResponse) return cachedResponse.text();
  const text = await make();
  afterwards(caches.default.put(cacheUrl(name), new Response(text, { headers: { 'Cache-Control': `max-age=${seconds}` } })));
  return text;
}
