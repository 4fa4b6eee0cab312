#!/usr/bin/env node
/**
 * `npm run deploy`: builds, migrates the remote database, deploys. `-- --dry-run` only builds site and Worker, and fails
 * where the Worker is too large; `--skip-build` takes the site as it was built last. The site's own address is PUBLIC_ORIGIN of
 * wrangler.toml, which the Worker reads too.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { missingResource, publicOrigin } from './setup/placeholders.ts';
import { mustRun, root, run } from './setup/run.mjs';
import { fillSite, rebuildSite } from './setup/site.mjs';
import { Problem, runMain, step } from './setup/steps.mjs';

const workerGzipLimitBytes = 1024 * 1024;

await runMain(async () => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, 'skip-build': { type: 'boolean' } } });
  const config = readFileSync(join(root, 'wrangler.toml'), 'utf8');
  const missing = missingResource(config);
  if (missing && !values['dry-run']) throw new Problem(missing);
  if (!values['skip-build'] || !existsSync(join(root, 'dist', 'web', 'index.html'))) await step('Building the site', rebuildSite);
  // A rehearsal in a fresh clone has no address yet.
  const origin = publicOrigin(config) ?? 'https://site.invalid';
  await step(`Putting the site together for ${origin}`, () => fillSite(join('dist', 'site'), origin, { isDevelopment: false }));
  await step('Building the Worker', async (note) => note(`Built the Worker: ${await workerSize()}`));
  if (values['dry-run']) return;
  await remotely('Migrating the database', ['d1', 'migrations', 'apply', 'DB', '--remote']);
  await remotely('Deploying', ['deploy']);
});

/** Bundles the Worker as a deployment would and weighs it. */
async function workerSize() {
  const folder = join(root, 'dist', 'worker');
  rmSync(folder, { recursive: true, force: true });
  // `--env=` names the top level, which is production: wrangler warns when it has to guess.
  await mustRun('The Worker could not be built.', 'wrangler', ['deploy', '--dry-run', '--env=', '--outdir', folder]);
  const files = readdirSync(folder).filter((name) => !name.endsWith('.map') && name !== 'README.md');
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
  const size = `${(bytes / 1024).toFixed(0)} KiB gzipped of at most ${workerGzipLimitBytes / 1024} KiB`;
  if (bytes >= workerGzipLimitBytes) throw new Problem(`The Worker is too large: ${size}.`);
  return size;
}

/** Shown as it runs: wrangler may ask for confirmation or a login. @param {string} words @param {string[]} args */
async function remotely(words, args) {
  await step(words, async () => {
    const { code } = await run('wrangler', [...args, '--env='], { asksQuestions: true });
    if (code !== 0) throw new Problem(`${words} failed; wrangler says why above.`);
  });
}
