/** Drawn QR codes: kept in the isolate, and in the data centre's cache for the isolates beside it. */
import { FifoCache } from '#worker/fifo-cache.ts';
import { drawQr } from './qr.ts';

/** About 14 KB each. */
const drawn = new FifoCache<string>(300);
/** Raise it when the drawing changes, so that caches and browsers fetch anew. */
const drawingVersion = 1;

const cacheKey = (url: string) => `https://qr.cache.invalid/v${drawingVersion}/${encodeURIComponent(url)}`;

/** A validator that needs no drawing: what is drawn follows from the address and the version of the drawing. */
export function qrEtag(url: string): string {
  return `"v${drawingVersion}-${encodeURIComponent(url)}"`;
}

/** The SVG of an address. `afterwards` takes what may finish after the answer. */
export async function qrOf(url: string, afterwards: (work: Promise<unknown>) => void): Promise<string> {
  const known = drawn.get(url);
  if (known) return known;
  const cached = await caches.default.match(cacheKey(url));
  const svg = cached ? await cached.text() : drawQr(url);
  if (!cached) {
    const entry = new Response(svg, { headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' } });
    afterwards(caches.default.put(cacheKey(url), entry));
  }
  drawn.set(url, svg);
  return svg;
}
