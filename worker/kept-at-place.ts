/**
 * Answers that a place of the platform keeps for all who ask there, by its Cache API: the database is not asked at all meanwhile.
 * Nothing is taken back before its time, so only what may stand a little longer is kept, and never what one caller alone may see.
 */

const address = (name: string) => `https://kept.cache.invalid/${encodeURIComponent(name)}`;

/**
 * The text of that name: as it is kept here, or made now and kept for so many seconds. What rejects is not kept. Sites of one zone share
 * its cache, so a name holds the site's origin. `afterwards` takes what may finish after the answer.
 */
export async function keptAtPlace(
  name: string,
  seconds: number,
  make: () => Promise<string>,
  afterwards: (work: Promise<unknown>) => void,
): Promise<string> {
  const kept = await caches.default.match(address(name));
  if (kept) return kept.text();
  const made = await make();
  afterwards(caches.default.put(address(name), new Response(made, { headers: { 'Cache-Control': `max-age=${seconds}` } })));
  return made;
}
