import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SiteConfig } from '#schema/site.ts';
import { writeTileFile } from '#scripts/lab/map-fixture/pmtiles-file.ts';
import { Client, expectError } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

const world = Uint8Array.of(26, 3, 120, 2, 10);
const northWest = Uint8Array.of(26, 2, 120, 1);
/** Ids follow the Hilbert curve: 0 is the world, 1 to 4 are its quarters. */
const file = writeTileFile({
  tiles: [
    [0, world],
    [1, northWest],
  ],
  maxZoom: 1,
});
const bucket = (env as unknown as Env).MAP_BUCKET as R2Bucket;

function clientWith(variables: Partial<Env>): Client {
  const client = new Client();
  client.workerEnv = { ...client.workerEnv, ...variables };
  return client;
}
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a tile file in the bucket', () => {
  const client = clientWith({ MAP_TILES: 'maps/tiny-1.pmtiles' });
  beforeEach(async () => {
    await bucket.put('maps/tiny-1.pmtiles', file);
  });

  test('is read tile by tile without a session, and tiles are immutable in caches', async () => {
    const answer = await client.fetch('/api/tiles/0/0/0?of=tiny-1');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('application/x-protobuf');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(await bytesOf(answer)).toEqual(world);
    expect(await bytesOf(await client.fetch('/api/tiles/1/0/0'))).toEqual(northWest);
  });

  test.each(['1/1/1', '2/0/0', '15/5/5'])('returns an empty response for the missing tile %s', async (tile) => {
    const answer = await client.fetch(`/api/tiles/${tile}`);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });

  test.each([
    '0/0/1',
    '1/2/0',
    '23/0/0',
    '-1/0/0',
    '1/0/0.5',
    '01/0/0',
    'a/b/c',
    '1/0/1e3',
    '9/999999999/0',
  ])('rejects %s, which is not a tile', async (tile) => {
    expectError(await client.get(`/api/tiles/${tile}`), 404, 'not_found');
  });

  test('is named in the tile addresses that the page gets', async () => {
    const { body } = await client.get<SiteConfig>('/api/config');
    expect(body.mapTiles).toBe('/api/tiles/{z}/{x}/{y}?of=tiny-1');
  });

  test('is read again after it was replaced', async () => {
    await client.fetch('/api/tiles/0/0/0');
    await bucket.put('maps/tiny-1.pmtiles', writeTileFile({ tiles: [[0, northWest]], maxZoom: 1 }));
    expect(await bytesOf(await client.fetch('/api/tiles/0/0/0'))).toEqual(northWest);
  });
});

test('a tile file at a URL is read by ranges, without following redirects', async () => {
  vi.stubGlobal('fetch', async (_: string, { headers, redirect }: { headers: { Range: string }; redirect: string }) => {
    expect(redirect).toBe('manual');
    const [from = 0, to = 0] = headers.Range.replace('bytes=', '').split('-').map(Number);
    return new Response(file.slice(from, to + 1), { status: 206, headers: { ETag: '"1"' } });
  });
  const client = clientWith({ MAP_TILES: 'https://maps.cards.test/tiny-2.pmtiles' });
  expect(await bytesOf(await client.fetch('/api/tiles/1/0/0'))).toEqual(northWest);
});

test('an unreadable tile file is reported and not cached', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => new Response('the whole', { status: 200 }));
  for (const name of ['gone.pmtiles', 'https://maps.cards.test/whole.pmtiles']) {
    const answer = await clientWith({ MAP_TILES: name }).get('/api/tiles/0/0/0');
    expectError(answer, 503, 'map_unreadable');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  }
  expect(log).toHaveBeenCalledTimes(2);
});

test.each([
  ['no file', {}],
  ['no bucket', { MAP_TILES: 'tiny.pmtiles', MAP_BUCKET: undefined } as Partial<Env>],
])('with %s there are no tiles', async (_, variables) => {
  const client = clientWith(variables);
  expectError(await client.get('/api/tiles/0/0/0'), 404, 'not_found');
  expect((await client.get<SiteConfig>('/api/config')).body.mapTiles).toBeNull();
});
