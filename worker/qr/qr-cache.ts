/** Drawn QR codes: kept in the isolate, and in the data centre's cache for the isolates beside it. */
import { secondsPerDay } from '#schema/rules.ts';
import { FifoCache } from '#worker/fifo-cache.ts';
import { keptAtPlace } from '#worker/kept-at-place.ts';
import { drawQr } from './qr.ts';

/** About 14 KB each. */
const drawn = new FifoCache<string>(300);
/** Raise it when the drawing changes, so that caches and browsers fetch anew. */
const drawingVersion = 1;

/** A validator that needs no drawing: what is drawn follows from the address and the version of the drawing. */
export function qrEtag(url: string): string {
  return `"v${drawingVersion}-${encodeURIComponent(url)}"`;
}

/** The SVG of an address. `afterwards` takes what may finish after the answer. */
export async function qrOf(url: string, afterwards: (work: Promise<unknown>) => void): Promise<string> {
  const known = drawn.get(url);
  if (known) return known;
  const svg = await keptAtPlace(`qr/v${drawingVersion}/${url}`, secondsPerDay, async () => drawQr(url), afterwards);
  drawn.set(url, svg);
  return svg;
}
