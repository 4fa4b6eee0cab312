/** After the build: /sw.js, the service worker with the names of the files that it keeps on the device. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type Manifest, minify, transformWithOxc } from 'vite';

export interface Built {
  version: string;
  /** The shell names it: so a shell of another version can be told. */
  entry: string;
  files: string[];
}

interface Build {
  manifest: Manifest;
  /** The page that all begin as. */
  shell: string;
  /** Of the service worker. */
  source: string;
  /** Sources whose chunks are left to the network; a folder ends with a slash. */
  online: string[];
}

/** Of no use to a member without network: others' pages, pages that only call the server, long reading, the Firebase SDK. */
const onlineOnly = [
  'features/admin/',
  'pages/admin/',
  'pages/developer/',
  'features/sign-in/social/firebase-sign-in.ts',
  'pages/mail-links/',
  'features/password-reset/',
  'pages/forgot-password/',
  'pages/reset-password/',
  'pages/about/',
  'pages/legal/',
];

/** What the service worker keeps of a build: what pages are made of, by address. Throws where `online` names what is not there. */
export function describeBuild({ manifest, shell, source, online }: Build): Built {
  const files = filesWithout(manifest, online)
    .filter((file) => /\.(js|css|svg|png|woff2)$/.test(file))
    .map((file) => `/${file}`)
    .sort();
  const entry = /<script type="module"[^>]* src="(\/assets\/[^"]+\.js)"/.exec(shell)?.[1];
  if (entry === undefined || !files.includes(entry)) throw new Error('build-service-worker: the shell names no script of this build');
  const version = createHash('sha256')
    .update([source, shell, ...files].join('\n'))
    .digest('hex')
    .slice(0, 12);
  return { version, entry, files };
}

/** All that the entry loads, at once or later, by ways that do not lead through sources left out: what these share with others is there. */
function filesWithout(manifest: Manifest, online: string[]): string[] {
  const sources = Object.keys(manifest);
  const isOf = (source: string, left: string) => (left.endsWith('/') ? source.startsWith(left) : source === left);
  const unknown = online.find((left) => !sources.some((source) => isOf(source, left)));
  if (unknown) throw new Error(`build-service-worker: nothing was built of ${unknown}`);
  const seen = new Set<string>();
  const waiting = sources.filter((source) => manifest[source]?.isEntry);
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (seen.has(source) || online.some((left) => isOf(source as string, left))) continue;
    seen.add(source);
    const { imports = [], dynamicImports = [] } = manifest[source] ?? {};
    waiting.push(...imports, ...dynamicImports);
  }
  const chunks = [...seen].flatMap((source) => manifest[source] ?? []);
  return [...new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))];
}

async function buildServiceWorker(dist: string): Promise<void> {
  const sourceFile = fileURLToPath(new URL('../web/service-worker/service-worker.ts', import.meta.url));
  const source = readFileSync(sourceFile, 'utf8');
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const built = describeBuild({ manifest, shell: readFileSync(join(dist, 'shell.html'), 'utf8'), source, online: onlineOnly });
  const { code } = await transformWithOxc(source, sourceFile);
  const { code: small } = await minify('sw.js', `const built = ${JSON.stringify(built)};\n${code}`);
  writeFileSync(join(dist, 'sw.js'), small);
  const bytes = built.files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0);
  console.log(`Service worker: keeps ${built.files.length} files, ${Math.round(bytes / 1000)} KB (brotli), of version ${built.version}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServiceWorker(fileURLToPath(new URL('../dist/web/', import.meta.url)));
