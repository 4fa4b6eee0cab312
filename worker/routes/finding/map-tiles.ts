/** Map tiles, which are public and never change under the same URL. */
import { Hono } from 'hono';
import type { SiteConfig } from '#schema/site.ts';
import { mapTiles } from '#worker/clients/map-tiles.ts';
import type { Config, Env } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { describeError, logError } from '#worker/log.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { limitTiles } from '#worker/middleware/member-rate-limit.ts';

const immutableHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const maxZoom = 22;

export const mapTileRoutes = new Hono<AppEnv>().get('/:zoom/:x/:y', limitTiles, async (c) => {
  const readTile = mapTiles(c.var.config, c.env);
  const [zoom, x, y] = [c.req.param('zoom'), c.req.param('x'), c.req.param('y')].map(wholeNumber) as [number, number, number];
  const isInWorld = zoom <= maxZoom && x < 2 ** zoom && y < 2 ** zoom;
  if (!readTile || !isInWorld) throw new ApiError('not_found');
  const tile = await readTile(zoom, x, y).catch((error) => {
    logError('map_unreadable', { requestId: c.var.requestId, error: describeError(error) });
    throw new ApiError('map_unreadable');
  });
  if (!tile) return c.body(null, 204, immutableHeaders);
  return c.body(tile, 200, { ...immutableHeaders, 'Content-Type': 'application/x-protobuf' });
});

/** Parses a whole number; returns Infinity, which matches no tile, for any other text. */
function wholeNumber(text: string): number {
  return /^(0|[1-9]\d{0,7})$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
}

/** Returns the tile URL template. The URLs contain the file's name, so replacing the file bypasses caches. */
export function getTilesUrl(config: Config, env: Pick<Env, 'MAP_BUCKET'>): SiteConfig['mapTiles'] {
  if (config.mapTilesFile === null || !mapTiles(config, env)) return null;
  const name = config.mapTilesFile.replace(/^.*\//, '').replace(/\.pmtiles$/, '');
  return `/api/tiles/{z}/{x}/{y}?of=${encodeURIComponent(name)}`;
}
