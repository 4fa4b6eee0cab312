#!/usr/bin/env node
/**
 * `npm run deploy`: lists missing settings. If none are missing, builds the site, migrates the remote database and deploys. `-- --dry-run`
 * only builds and measures, `--env staging` selects another site in wrangler.toml, and `--skip-build` reuses the last build. `npm run
 * deploy:setup` creates missing resources. Starts on Node 20 or later and restarts itself on the project's own Node version.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runOnOwnNode } from './setup/install.mjs';
import { runMain } from './setup/steps.mjs';

await runMain(async () => {
  const { values, isSetUp } = readArguments();
  if (!(await runOnOwnNode(fileURLToPath(import.meta.url)))) return;
  const { env: site = 'production', domain, location, 'mail-from': mailFrom, map: mapFile } = values;
  if (isSetUp) {
    const { setUp } = await import('./deploy/setup.ts');
    return setUp({ site, domain, location, mailFrom, mapFile });
  }
  const { deploy } = await import('./deploy/command.ts');
  return deploy({ site, isDryRun: values['dry-run'] ?? false, skipsBuild: values['skip-build'] ?? false });
});

function readArguments() {
  const isSetUp = process.argv[2] === 'setup';
  const { values } = parseArgs({
    args: process.argv.slice(isSetUp ? 3 : 2),
    options: {
      env: { type: 'string' },
      'dry-run': { type: 'boolean' },
      'skip-build': { type: 'boolean' },
      domain: { type: 'string' },
      location: { type: 'string' },
      'mail-from': { type: 'string' },
      map: { type: 'string' },
    },
  });
  return { values, isSetUp };
}
