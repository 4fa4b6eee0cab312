/** After the build: /sw.js, the service worker with the names of the files that it keeps on the device. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minify, transformWithOxc } from 'vite';

export interface Built {
  version: string;
  /** The shell names it: so a shell of another version can be told. */
  entry: string;
  files: string[];
}

/** What the service worker keeps of a build: what pages are made of, by address. `shell` is the page that all begin as. */
export function describeBuild(assetNames: string[], shell: string, source: string): Built {
  const files = assetNames
    .filter((name) => /\.(js|css|svg|png|woff2)$/.test(name))
    .map((name) => `/assets/${name}`)
    .sort();
  const entry = /<script type="module"[^>]* src="(\/assets\/[^"]+\.js)"/.exec(shell)?.[1];
  if (entry === undefined || !files.includes(entry)) throw new Error('build-service-worker: the shell names no script of this build');
  const version = createHash('sha256')
    .update([source, shell, ...files].join('\n'))
    .digest('hex')
    .slice(0, 12);
  return { version, entry, files };
}

async function buildServiceWorker(dist: string): Promise<void> {
  const sourceFile = fileURLToPath(new URL('../web/service-worker/service-worker.ts', import.meta.url));
  const source = readFileSync(sourceFile, 'utf8');
  const built = describeBuild(readdirSync(join(dist, 'assets')), readFileSync(join(dist, 'pages', 'shell.html'), 'utf8'), source);
  const { code } = await transformWithOxc(source, sourceFile);
  const { code: small } = await minify('sw.js', `const built = ${JSON.stringify(built)};\n${code}`);
  writeFileSync(join(dist, 'sw.js'), small);
  console.log(`Service worker: keeps ${built.files.length} files of version ${built.version}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServiceWorker(fileURLToPath(new URL('../dist/web/', import.meta.url)));
