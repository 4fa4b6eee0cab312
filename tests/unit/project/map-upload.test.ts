/** `npm run deploy:setup -- --map FILE`, with a fake wrangler that works offline. */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { setUpMap } from '#scripts/deploy/map-upload.ts';
import { writeTileFile } from '#scripts/lab/map-fixture/pmtiles-file.ts';
import { type Clone, freshClone } from '#tests/support/project/deployment.ts';

const tileFile = Buffer.from(writeTileFile({ tiles: [[0, new Uint8Array(1)]], maxZoom: 0 })).toString('latin1');
let clone: Clone;

beforeEach(() => {
  clone = freshClone();
  for (const site of ['production', 'staging']) clone.write(`.secrets.${site}`, 'USER_TOKEN_KEY=a\n# MAP_TILES=\n');
});

function upload(name: string, text = tileFile, site = 'production'): Promise<string> {
  clone.write(name, text);
  return setUpMap({ folder: clone.folder, cloudflare: clone.cloudflare, site, mapFile: join(clone.folder, name) });
}
const bucketsOf = (env: string) => readConfig({ config: join(clone.folder, 'wrangler.toml'), env }, { hideWarnings: true }).r2_buckets;
const mapBinding = { binding: 'MAP_BUCKET', bucket_name: 'cache-cards-map' };

test('deploy:setup uploads a map to a new bucket, and enables it for its site only', async () => {
  expect(await upload('germany-2026-11.pmtiles')).toBe('Uploaded germany-2026-11.pmtiles to the bucket cache-cards-map');
  expect(clone.state().buckets).toEqual({ 'cache-cards-map': ['germany-2026-11.pmtiles'] });
  expect(bucketsOf('')).toMatchObject([mapBinding]);
  expect(bucketsOf('staging')).toEqual([]);
  expect(clone.read('.secrets.production')).toBe('USER_TOKEN_KEY=a\nMAP_TILES=germany-2026-11.pmtiles\n');
});

test('deploy:setup replaces the map by a newer one in the same bucket, also for staging', async () => {
  await upload('germany-2026-11.pmtiles');
  const before = clone.read('wrangler.toml');
  await upload('germany-2026-12.pmtiles');
  expect(clone.read('wrangler.toml')).toBe(before);
  expect(clone.read('.secrets.production')).toContain('\nMAP_TILES=germany-2026-12.pmtiles\n');
  await upload('germany-2026-12.pmtiles', tileFile, 'staging');
  expect(bucketsOf('staging')).toMatchObject([mapBinding]);
  expect(clone.read('.secrets.staging')).toContain('\nMAP_TILES=germany-2026-12.pmtiles\n');
});

test('a map that is too large for wrangler is set up, and rclone’s commands for its upload are printed', async () => {
  clone.write('large.pmtiles', tileFile);
  truncateSync(join(clone.folder, 'large.pmtiles'), 300 * 1024 * 1024 + 1);
  const mapFile = join(clone.folder, 'large.pmtiles');
  const environment = { folder: clone.folder, cloudflare: clone.cloudflare, site: 'production', mapFile };
  const note = await setUpMap(environment);
  expect(note).toContain('provider=Cloudflare endpoint=https://a1b2c3.r2.cloudflarestorage.com no_check_bucket=true');
  expect(note).toContain(`rclone copyto --progress ${mapFile} r2:cache-cards-map/large.pmtiles`);
  expect(clone.state().buckets).toEqual({ 'cache-cards-map': [] });
  expect(bucketsOf('')).toMatchObject([mapBinding]);
  expect(clone.read('.secrets.production')).toContain('\nMAP_TILES=large.pmtiles\n');
  clone.change({ accounts: ['a1b2c3', 'd4e5f6'] });
  expect(await setUpMap(environment)).toContain('endpoint=https://ACCOUNT_ID.r2.cloudflarestorage.com');
});

test('a failed upload changes no setting', async () => {
  const before = clone.read('wrangler.toml');
  clone.change({ fails: ['r2 object put'] });
  await expect(upload('map.pmtiles')).rejects.toThrow('The file could not be uploaded');
  clone.change({ fails: ['r2 bucket create'] });
  await expect(upload('map.pmtiles')).rejects.toThrow('The R2 bucket could not be created');
  expect(clone.read('wrangler.toml')).toBe(before);
  expect(clone.read('.secrets.production')).toContain('\n# MAP_TILES=\n');
});

test.each([
  ['another name', 'map of germany.pmtiles', tileFile, 'must end in .pmtiles'],
  ['another ending', 'map.mbtiles', tileFile, 'must end in .pmtiles'],
  ['other content', 'map.pmtiles', 'SQLite format 3', 'is not a PMTiles file'],
])('a map file with %s is refused', async (_, name, text, sentence) => {
  await expect(upload(name, text)).rejects.toThrow(sentence);
  expect(clone.state().calls).toEqual([]);
});

test('a missing map file is refused', async () => {
  const mapFile = join(clone.folder, 'map.pmtiles');
  const work = setUpMap({ folder: clone.folder, cloudflare: clone.cloudflare, site: 'production', mapFile });
  await expect(work).rejects.toThrow('There is no file');
});
