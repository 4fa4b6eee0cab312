/** The map fixture (scripts/lab/map-fixture), read by the Worker and decoded like the map does. */

import { env } from 'cloudflare:workers';
import { VectorTile } from '@mapbox/vector-tile';
import Pbf from 'pbf';
import { beforeAll, expect, test } from 'vitest';
import { makeMapFixture } from '#scripts/lab/map-fixture/make.ts';
import { Client } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

const file = await makeMapFixture();
const client = new Client();
client.workerEnv = { ...client.workerEnv, MAP_TILES: 'fixture.pmtiles' };

beforeAll(async () => {
  await ((env as unknown as Env).MAP_BUCKET as R2Bucket).put('fixture.pmtiles', file);
});

/** Returns the kinds of the features in each layer of a tile. */
async function readKinds(address: string): Promise<Record<string, Set<unknown>>> {
  const response = await client.fetch(`/api/tiles/${address}`);
  expect(response.status).toBe(200);
  const { layers } = new VectorTile(new Pbf(await response.arrayBuffer()));
  const kinds = Object.entries(layers).map(([name, layer]) => {
    const features = Array.from({ length: layer.length }, (_, index) => layer.feature(index));
    expect(features.every((feature) => feature.loadGeometry().flat().length > 0)).toBe(true);
    return [name, new Set(features.map(({ properties }) => properties.kind))];
  });
  return Object.fromEntries(kinds);
}

test('the map fixture has roads, paths, water, green areas, buildings and the town’s name', async () => {
  const atWalkingScale = await readKinds('14/4434/6456');
  expect([...(atWalkingScale.roads ?? [])]).toEqual(expect.arrayContaining(['major_road', 'minor_road', 'path', 'rail']));
  expect([...(atWalkingScale.water ?? [])]).toEqual(expect.arrayContaining(['river']));
  expect(atWalkingScale.buildings).toEqual(new Set(['building']));
  expect([...((await readKinds('12/1108/1614')).landuse ?? [])]).toEqual(expect.arrayContaining(['wood', 'park']));
  expect((await readKinds('15/8870/12912')).places).toEqual(new Set(['locality']));
});

test('the map fixture is small, and has tiles of all zoom levels around Asheville', async () => {
  expect(file.length).toBeLessThan(300_000);
  for (let zoom = 0; zoom <= 15; zoom += 1) {
    const [x, y] = [8870, 12912].map((number) => number >> (15 - zoom));
    expect((await readKinds(`${zoom}/${x}/${y}`)).earth, `zoom ${zoom}`).toBeDefined();
  }
});
