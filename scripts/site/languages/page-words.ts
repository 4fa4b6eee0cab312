/** Splits each language's catalogue by page after the build. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest } from 'vite';
import { type Catalogue, wordsOf } from '#scripts/site/languages/read-catalogue.ts';

/** Sources whose words every page needs: the frame and its parts that load later. */
const isFrame = (source: string) => source.startsWith('frame/');

/** Returns the ids of the messages in a page's code: its own chunks, those that it loads on demand, and the frame. */
export function collectPageIds(module: string | undefined, manifest: Manifest, idsByChunk: Record<string, string[]>): Set<string> {
  const entry = Object.keys(manifest).find((source) => manifest[source]?.isEntry);
  const visited = new Set<string>();
  function visit(source: string, follow: (source: string) => boolean) {
    const chunk = manifest[source];
    if (!chunk || visited.has(source)) return;
    visited.add(source);
    for (const imported of chunk.imports ?? []) visit(imported, follow);
    for (const imported of chunk.dynamicImports ?? []) if (follow(imported)) visit(imported, follow);
  }
  // The frame's chunks import all pages on demand.
  if (entry) visit(entry, isFrame);
  // Pages that are not listed get all words.
  if (module === undefined) for (const source of Object.keys(manifest)) visit(source, () => true);
  else visit(module, () => true);
  return new Set([...visited].flatMap((source) => idsByChunk[manifest[source]?.file ?? ''] ?? []));
}

interface WordsOfBuild {
  dist: string;
  manifest: Manifest;
  /** Source file of each page's component; undefined if not known. */
  modules: Record<string, string | undefined>;
  catalogues: Record<string, Catalogue>;
}

/** Writes assets/words/<version>/<language>/<page>.json and returns the version. */
export function writePageWords({ dist, manifest, modules, catalogues }: WordsOfBuild): string {
  const idsByChunk = JSON.parse(readFileSync(join(dist, '.vite', 'words.json'), 'utf8')) as Record<string, string[]>;
  const files = new Map<string, string>();
  for (const [page, module] of Object.entries(modules)) {
    const ids = collectPageIds(module, manifest, idsByChunk);
    for (const [language, catalogue] of Object.entries(catalogues))
      files.set(`${language}/${page}.json`, JSON.stringify(wordsOf(catalogue, (id) => ids.has(id))));
  }
  const version = createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('base64url')
    .slice(0, 8);
  for (const [name, text] of files) {
    const file = join(dist, 'assets', 'words', version, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return version;
}
