/** Reads map tiles by byte range from one PMTiles file, in our bucket or at a URL. */
import { EtagMismatch, type RangeResponse, ResolvedValueCache, type Source, PMTiles as TilesFile } from 'pmtiles';
import type { Config, Env } from '#worker/env.ts';

/** Returns a vector tile (MVT), or null if the file has none, for example at sea. Rejects if the file cannot be read. */
export type ReadTile = (zoom: number, x: number, y: number) => Promise<ArrayBuffer | null>;

const timeoutMs = 10_000;

/**
 * Caches the header and directories, but not the tiles. It stores values instead of promises, because a promise belongs to the request that
 * created it.
 */
const cache = new ResolvedValueCache(50);

export function mapTiles({ mapTilesFile }: Pick<Config, 'mapTilesFile'>, { MAP_BUCKET }: Pick<Env, 'MAP_BUCKET'>): ReadTile | null {
  const source = mapTilesFile === null ? null : openSource(mapTilesFile, MAP_BUCKET);
  if (!source) return null;
  const file = new TilesFile(source, cache);
  return async (zoom, x, y) => (await file.getZxy(zoom, x, y))?.data ?? null;
}

function openSource(file: string, bucket: R2Bucket | undefined): Source | null {
  if (/^https:/.test(file)) return { getKey: () => file, getBytes: (offset, length, _, etag) => fetchRange(file, offset, length, etag) };
  return bucket ? { getKey: () => file, getBytes: (offset, length, _, etag) => bucketRange(bucket, file, offset, length, etag) } : null;
}

async function bucketRange(bucket: R2Bucket, key: string, offset: number, length: number, etag?: string): Promise<RangeResponse> {
  const object = await bucket.get(key, { range: { offset, length }, ...(etag !== undefined && { onlyIf: { etagMatches: etag } }) });
  if (!object) throw new Error(`MAP_TILES: the bucket has no ${key}`);
  if (!('body' in object)) throw new EtagMismatch();
  return { data: await object.arrayBuffer(), etag: object.etag };
}

async function fetchRange(address: string, offset: number, length: number, etag?: string): Promise<RangeResponse> {
  const headers = { Range: `bytes=${offset}-${offset + length - 1}` };
  const response = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  // Only 206 is accepted, because a 200 response would contain the whole file, which may be a hundred gigabytes.
  if (response.status !== 206) {
    await response.body?.cancel();
    throw new Error(`MAP_TILES: ${response.status} instead of a range`);
  }
  const responseEtag = response.headers.get('ETag') ?? undefined;
  if (etag !== undefined && responseEtag !== etag) throw new EtagMismatch();
  return { data: await response.arrayBuffer(), ...(responseEtag !== undefined && { etag: responseEtag }) };
}
