import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buildFrom, isBuiltFrom } from './build-cache.mjs';
import { root, runOrFail } from './run.mjs';

export const workerBundle = join(root, 'dist', 'local-worker');
const sources = ['worker', 'schema', 'wrangler.toml', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const stampName = 'built-from';

/** Bundles the Worker if its sources have changed. @param {(note: string) => void} [note] */
export async function bundleWorker(note = () => {}) {
  if (isBuiltFrom(join(workerBundle, stampName), sources)) return note('The Worker bundle is up to date');
  // Builds in a temporary folder and then moves the result so that a concurrent start never sees a partial bundle.
  const temporaryFolder = `${workerBundle}-${process.pid}`;
  // Disables minification so that function names stay readable in logs.
  const options = ['--dry-run', '--no-minify', '--env', 'development', '--assets', join('web', 'public'), '--outdir', temporaryFolder];
  await buildFrom(join(temporaryFolder, stampName), sources, () =>
    runOrFail('The Worker could not be bundled; see wrangler’s output above.', 'wrangler', ['deploy', ...options]),
  );
  rmSync(workerBundle, { recursive: true, force: true });
  renameSync(temporaryFolder, workerBundle);
  note('Bundled the Worker');
}

export function compatibilityDate() {
  const date = /^compatibility_date = "([\d-]+)"/m.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8'))?.[1];
  if (!date) throw new Error('wrangler.toml has no compatibility_date');
  return date;
}

/** @type {Record<string, 'ESModule' | 'CompiledWasm' | 'Data'>} */
const typesOfModules = { '.js': 'ESModule', '.wasm': 'CompiledWasm', '.ttf': 'Data' };

/**
 * Returns a bundle's modules for Miniflare, with the entry first.
 * @param {string} folder
 */
export function listModules(folder) {
  const modules = readdirSync(folder).flatMap((name) => {
    const type = typesOfModules[extname(name)];
    return type ? [{ type, path: join(folder, name) }] : [];
  });
  return { modulesRoot: folder, modules: modules.sort(({ type }) => (type === 'ESModule' ? -1 : 1)) };
}
