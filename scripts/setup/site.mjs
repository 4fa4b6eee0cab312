/** Builds the site into dist/web, unless nothing that it is made of has changed since, and makes folders of it that can be served. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, ownNode, root } from './run.mjs';

const sources = [
  'web',
  'schema',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build-service-worker.ts',
  'scripts/critical-css.ts',
  'scripts/map-data',
  'scripts/prerender.ts',
  'scripts/site-files.ts',
  'scripts/check-bundle.mjs',
];
const stampFile = join(root, 'dist', 'built-from');

/** @param {(note: string) => void} note */
export async function buildSite(note) {
  const stamp = hashOf(sources);
  if (existsSync(join(root, 'dist', 'web', 'shell.html')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
    return note('The site is built already');
  }
  await rebuildSite();
  note('Built the site');
}

/** Builds it, whatever is there. @returns what the build said */
export async function rebuildSite() {
  const stamp = hashOf(sources);
  const output = await mustRun('The site could not be built; what the tool said is above.', 'npm', ['run', '--silent', 'build']);
  writeFileSync(stampFile, stamp);
  return output;
}

/**
 * Makes a folder of the built site that is served under `origin`. @param {string} folder from the repository's root
 * @param {string} origin @param {{ isDevelopment: boolean, isClockMoved?: boolean }} environment
 */
export async function fillSite(folder, origin, { isDevelopment, isClockMoved }) {
  const flags = [...(isDevelopment ? ['--development'] : []), ...(isClockMoved ? ['--clock-moved'] : [])];
  const args = ['scripts/fill-site.ts', '--origin', origin, '--to', folder, ...flags];
  await mustRun('The site could not be put together; what the tool said is above.', ownNode, args);
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) addTo(hash, path);
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} path */
function addTo(hash, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (path.includes('.')) {
    hash.update(`${path}\n`).update(readFileSync(full));
    return;
  }
  const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory()) addTo(hash, join(path, entry.name));
    else hash.update(`${join(path, entry.name)}\n`).update(readFileSync(join(full, entry.name)));
  }
}
