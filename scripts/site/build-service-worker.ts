/** Runs after the build: generates /sw.js, the service worker, which includes the list of files to cache. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { type Manifest, minify, transformWithOxc } from 'vite';
import { pushWithoutText } from '#schema/messages/push.ts';
import { readCatalogues } from '#scripts/site/languages/read-catalogue.ts';
import { getFrameFile } from '#scripts/site/site-files.ts';

export interface Built {
  version: string;
  /** File name of the entry script. The shell references this file, so a shell from another version can be detected. */
  entry: string;
  files: string[];
  onceUsed: string[];
}

interface Build {
  manifest: Manifest;
  shell: string;
  source: string;
  /** Sources whose chunks and images are not cached. A path that ends with a slash is a folder. */
  online: string[];
  /** Source whose chunk is cached on first use, together with the dependencies that no other chunk needs. */
  onceUsed: string;
}

/**
 * Sources that are not useful offline: visitors' pages, pages that only call the server, long articles, the Firebase SDK, and illustrations
 * that few members see.
 */
const onlineSources = [
  'art/destinations/',
  'features/admin/',
  'pages/admin/',
  'pages/developer/',
  'features/accounts/sign-in/social/firebase-sign-in.ts',
  'pages/mail-links/',
  'features/accounts/password-reset/',
  'pages/forgot-password/',
  'pages/about/',
  'pages/legal/',
];

/** QR decoder of about a third of a megabyte, which most scans do not need. */
const onDemandSource = 'features/scans/scanning/camera/second-reader.ts';

/** Lists the URLs of the files that the service worker caches. Throws if `online` contains an unknown source. */
export function describeBuild({ manifest, shell, source, online, onceUsed: patterns }: Build): Built {
  const files = listFilesExcept(manifest, [...online, patterns])
    .filter((file) => /\.(js|css|svg|png|woff2)$/.test(file))
    .map((file) => `/${file}`)
    .sort();
  const cachedOnUse = collectFiles(manifest, [patterns])
    .map((file) => `/${file}`)
    .filter((file) => !files.includes(file))
    .sort();
  const entry = /<script type="module"[^>]* src="(\/assets\/[^"]+\.js)"/.exec(shell)?.[1];
  if (entry === undefined || !files.includes(entry)) throw new Error('build-service-worker: the shell loads no script of this build');
  const version = createHash('sha256')
    .update([source, shell, ...files, ...cachedOnUse].join('\n'))
    .digest('hex')
    .slice(0, 12);
  return { version, entry, files, onceUsed: cachedOnUse };
}

/**
 * Returns all files that the entry loads, statically or lazily, except through excluded sources. Files that excluded sources share with
 * other sources are included.
 */
function listFilesExcept(manifest: Manifest, online: string[]): string[] {
  const sources = Object.keys(manifest);
  const isExcludedSource = (source: string, excluded: string) =>
    excluded.endsWith('/') ? source.startsWith(excluded) : source === excluded;
  const unknown = online.find((excluded) => !sources.some((source) => isExcludedSource(source, excluded)));
  if (unknown) throw new Error(`build-service-worker: no built file for ${unknown}`);
  const entries = sources.filter((source) => manifest[source]?.isEntry);
  return collectFiles(manifest, entries, (source) => online.some((excluded) => isExcludedSource(source, excluded)));
}

function collectFiles(manifest: Manifest, sources: string[], isLeftOut: (source: string) => boolean = () => false): string[] {
  const visited = new Set<string>();
  const queue = [...sources];
  for (let source = queue.pop(); source !== undefined; source = queue.pop()) {
    if (visited.has(source) || isLeftOut(source)) continue;
    visited.add(source);
    const { imports = [], dynamicImports = [] } = manifest[source] ?? {};
    queue.push(...imports, ...dynamicImports);
  }
  const chunks = [...visited].flatMap((source) => manifest[source] ?? []);
  const files = new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  for (const source of Object.keys(manifest).filter(isLeftOut)) files.delete(manifest[source]?.file ?? '');
  return [...files];
}

async function translateNews(): Promise<Record<string, string>> {
  const catalogues = await readCatalogues({ includesAll: process.env.ALL_LANGUAGES !== undefined });
  const translations = Object.entries(catalogues).map(([language, { [generateMessageId(pushWithoutText)]: translation }]) => [
    language,
    translation?.message ?? pushWithoutText,
  ]);
  return { en: pushWithoutText, ...Object.fromEntries(translations) };
}

async function buildServiceWorker(dist: string): Promise<void> {
  const sourceFile = fileURLToPath(new URL('../../web/service-worker/service-worker.ts', import.meta.url));
  const source = readFileSync(sourceFile, 'utf8');
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const shell = readFileSync(join(dist, getFrameFile('dashboard')), 'utf8');
  const built = describeBuild({ manifest, shell, source, online: onlineSources, onceUsed: onDemandSource });
  const { code } = await transformWithOxc(source, sourceFile);
  const { code: small } = await minify('sw.js', `const built = ${JSON.stringify({ ...built, news: await translateNews() })};\n${code}`);
  writeFileSync(join(dist, 'sw.js'), small);
  console.log(
    `Service worker: precaches ${built.files.length} files of version ${built.version}, and caches ${built.onceUsed.length} more on first use`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildServiceWorker(fileURLToPath(new URL('../../dist/web/', import.meta.url)));
