import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildFrom, isBuiltFrom } from './build-cache.mjs';
import { ownNode, root, runOrFail } from './run.mjs';

const sources = [
  'web',
  'schema',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/site/build-service-worker.ts',
  'scripts/site/critical-css.ts',
  'scripts/map-data',
  'scripts/site/prerender.ts',
  'scripts/site/site-files.ts',
  'scripts/site/check-bundle.mjs',
  'scripts/site/chunk-groups.ts',
  'scripts/site/purge-pico.ts',
];
const stampFile = join(root, 'dist', 'built-from');

/** @param {(note: string) => void} note */
export async function buildSite(note) {
  if (existsSync(join(root, 'dist', 'web', 'shell.html')) && isBuiltFrom(stampFile, sources)) return note('The site is up to date');
  await rebuildSite();
  note('Built the site');
}

/**
 * Builds the site, even if its sources are unchanged.
 * @returns output of the build
 */
export function rebuildSite() {
  return buildFrom(stampFile, sources, () =>
    runOrFail('The site could not be built; see the output above.', 'npm', ['run', '--silent', 'build']),
  );
}

/**
 * @param {string} folder from the repository's root
 * @param {string} origin @param {{ isDevelopment: boolean, isClockMoved?: boolean }} environment
 */
export async function fillSite(folder, origin, { isDevelopment, isClockMoved }) {
  const flags = [...(isDevelopment ? ['--development'] : []), ...(isClockMoved ? ['--clock-moved'] : [])];
  const args = ['scripts/site/fill-site.ts', '--origin', origin, '--to', folder, ...flags];
  await runOrFail('The site could not be assembled; see the output above.', ownNode, args);
}
