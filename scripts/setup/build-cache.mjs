/** Caches build results by a hash of their sources. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/**
 * @param {string} stampFile path of a file next to the build result @param {string[]} sources files and folders, from the repository's root
 */
export function isBuiltFrom(stampFile, sources) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashFiles(sources);
}

/**
 * Runs the build and stores a hash of its sources. Hashes them before the build, so that edits during the build count as changes.
 * @template Made @param {string} stampFile @param {string[]} sources @param {() => Promise<Made>} work
 */
export async function buildFrom(stampFile, sources, work) {
  const stamp = hashFiles(sources);
  const result = await work();
  writeFileSync(stampFile, stamp);
  return result;
}

/** @param {string[]} paths files and folders, from the repository's root */
export function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths) updateHash(hash, path);
  return hash.digest('hex');
}

/** @param {import('node:crypto').Hash} hash @param {string} path */
function updateHash(hash, path) {
  const absolutePath = join(root, path);
  if (!existsSync(absolutePath)) return;
  if (path.includes('.')) {
    hash.update(`${path}\n`).update(readFileSync(absolutePath));
    return;
  }
  const entries = readdirSync(absolutePath, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory()) updateHash(hash, join(path, entry.name));
    else hash.update(`${join(path, entry.name)}\n`).update(readFileSync(join(absolutePath, entry.name)));
  }
}
