/**
 * `npm run map:fixture`: generates a small map tile file of an invented landscape around Asheville. Stores it in the local R2 of
 * CACHE_CARDS_STATE and prints how to start the product with it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeMapFixture } from '#scripts/lab/map-fixture/make.ts';
import { stateFolder } from '#scripts/setup/local.mjs';
import { root, runOrFail } from '#scripts/setup/run.mjs';
import { runMain, step } from '#scripts/setup/steps.mjs';

/** Name of the R2 bucket in [env.development] of wrangler.toml. */
const bucket = 'cache-cards-map';

await runMain(async () => {
  const content = await step('Making the map', makeMapFixture);
  // Browsers cache tiles permanently under the file's name, so the name changes with the content.
  const name = `fixture-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.pmtiles`;
  const file = join(root, 'dist', 'map', name);
  mkdirSync(join(root, 'dist', 'map'), { recursive: true });
  writeFileSync(file, content);
  await step('Storing it in the local R2', () => {
    const target = ['--local', '--env', 'development', '--persist-to', stateFolder];
    return runOrFail('The map could not be stored.', 'wrangler', ['r2', 'object', 'put', `${bucket}/${name}`, '--file', file, ...target]);
  });
  const size = `${(content.length / 1024).toFixed(0)} KiB`;
  console.log(`\n  ${size} in dist/map. To see it near Asheville:\n\n    MAP_TILES=${name} npm start\n`);
});
