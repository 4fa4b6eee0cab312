/** The Worker in one file and its fonts and wasm beside it, as a deployment has it. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isMadeFrom, makeFrom } from './built-from.mjs';
import { mustRun, root } from './run.mjs';

/** Of all local products. */
export const workerBundle = join(root, 'dist', 'local-worker');
const sources = ['worker', 'schema', 'wrangler.toml', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const stampName = 'built-from';

/** Bundles it, unless nothing that it is made of has changed since. @param {(note: string) => void} [note] */
export async function bundleWorker(note = () => {}) {
  if (existsSync(join(workerBundle, 'index.js')) && isMadeFrom(join(workerBundle, stampName), sources))
    return note('The Worker is bundled already');
  // Beside, then at once: whoever starts meanwhile has all of the one or all of the other.
  const fresh = `${workerBundle}-${process.pid}`;
  // The log names functions as the sources do.
  const how = ['--dry-run', '--no-minify', '--env', 'development', '--assets', join('web', 'public'), '--outdir', fresh];
  await makeFrom(join(fresh, stampName), sources, () =>
    mustRun('The Worker could not be bundled; what wrangler said is above.', 'wrangler', ['deploy', ...how]),
  );
  rmSync(workerBundle, { recursive: true, force: true });
  renameSync(fresh, workerBundle);
  note('Bundled the Worker');
}

/** @type {Record<string, 'ESModule' | 'CompiledWasm' | 'Data'>} */
const typesOfModules = { '.js': 'ESModule', '.wasm': 'CompiledWasm', '.ttf': 'Data' };

/** The modules of a bundle as Miniflare takes them, the entry first. @param {string} folder */
export function modulesOf(folder) {
  const modules = readdirSync(folder).flatMap((name) => {
    const type = typesOfModules[extname(name)];
    return type ? [{ type, path: join(folder, name) }] : [];
  });
  return { modulesRoot: folder, modules: modules.sort(({ type }) => (type === 'ESModule' ? -1 : 1)) };
}
