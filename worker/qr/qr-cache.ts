/** Caches QR codes as SVG, both in the isolate and in the data center. */
import { secondsPerDay } from '#schema/rules.ts';
import { edgeCached } from '#worker/edge-cache.ts';
import { FifoCache } from '#worker/fifo-cache.ts';
import { drawQr } from './qr.ts';

/** QR codes cached in this isolate; each takes about 14 KB. */
const codes = new FifoCache<string>(300);
/** Part of the cache key and the ETag, so increment this when the drawing changes. */
const drawingVersion = 1;

/** Returns the ETag without drawing the code because it depends only on the URL and the drawing version. */
export function qrEtag(url: string): string {
  return `"v${drawingVersion}-${encodeURIComponent(url)}"`;
}

/** Returns the QR code as SVG. `afterwards` is called with work that may continue after the response. */
export async function getQr(url: string, afterwards: (work: Promise<unknown>) => void): Promise<string> {
  const cachedSvg = codes.get(url);
  if (cachedSvg) return cachedSvg;
  const svg = await edgeCached(`qr/v${drawingVersion}/${url}`, secondsPerDay, async () => drawQr(url), afterwards);
  codes.set(url, svg);
  return svg;
}
