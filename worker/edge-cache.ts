/**
 * Caches responses per Cloudflare data centre (Cache API); a hit reads no database. Entries cannot be purged, so cache only what may be
 * slightly stale, and never private data.
 */

const cacheUrl = (name: string) => `https://kept.cache.invalid/${encodeURIComponent(name)}`;

/**
 * Returns the cached text, or makes it and caches it for `seconds`. A rejected `make` is not cached. Sites of one zone share the cache, so
 * the name must include the origin. `afterwards` takes work that may outlast the response.
 */
export async function edgeCached(
  name: string,
  seconds: number,
  make: () => Promise<string>,
  afterwards: (work: Promise<unknown>) => void,
): Promise<string> {
  const cached = await caches.default.match(cacheUrl(name));
  if (cached) return cached.text();
  const text = await make();
  afterwards(caches.default.put(cacheUrl(name), new Response(text, { headers: { 'Cache-Control': `max-age=${seconds}` } })));
  return text;
}
