/**
 * Responses cached per Cloudflare data centre (Cache API); a hit reads no database. Entries cannot be purged: cache only what may be
 * slightly stale, and never private data.
 */

const cacheUrl = (name: string) => `https://kept.cache.invalid/${encodeURIComponent(name)}`;

/**
 * Returns the cached text, or makes and caches it for `seconds`. A rejected `make` is not cached. Sites of one zone share the cache, so
 * include the origin in the name. `afterwards` takes work that may outlast the response.
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
