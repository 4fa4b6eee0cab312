/**
 * Responses shared by all requests in one Cloudflare data centre, through its Cache API. A hit reads no database. Entries cannot be
 * purged, so cache only what may be a little stale, and never what a single caller may see.
 */

const cacheUrl = (name: string) => `https://kept.cache.invalid/${encodeURIComponent(name)}`;

/**
 * Returns the cached text of that name, or makes and caches it for `seconds`. A rejected `make` is not cached. Sites of one zone share
 * the cache, so include the site's origin in the name. `afterwards` takes work that may finish after the response.
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
