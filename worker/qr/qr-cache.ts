/** QR codes as SVG, cached in the isolate and in the data centre. */
import { secondsPerDay } from '#schema/rules.ts';
import { edgeCached } from '#worker/edge-cache.ts';
import { FifoCache } from '#worker/fifo-cache.ts';
import { drawQr } from './qr.ts';

/** About 14 KB each. */
const codes = new FifoCache<string>(300);
/** Raise it when the drawing changes: it is part of the cache key and the ETag. */
const drawingVersion = 1;

/** Computed without drawing: URL and drawing version determine the image. */
export function qrEtag(url: string): string {
  return `"v${drawingVersion}-${encodeURIComponent(url)}"`;
}

/** `afterwards` takes work that may outlast the response. */
export async function getQr(url: string, afterwards: (work: Promise<unknown>) => void): Promise<string> {
  const cachedSvg = codes.get(url);
  if (cachedSvg) return cachedSvg;
  const svg = await edgeCached(`qr/v${drawingVersion}/${url}`, secondsPerDay, async () => drawQr(url), afterwards);
  codes.set(url, svg);
  return svg;
}
