/** Splits each language's catalogue by page after the build. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Manifest } from 'vite';
import type { RouteName } from '#schema/routes.ts';
import { frameChunk } from '#scripts/site/chunk-groups.ts';
import { listApiTexts } from '#scripts/site/languages/api-texts.ts';
import { type Catalogue, wordsOf } from '#scripts/site/languages/read-catalogue.ts';
import { schemaIdsOf } from '#scripts/site/languages/schema-texts.ts';

/** Returns the ids of the messages in a page's code: its own chunks, those that it loads on demand, and the frame. */
export function collectPageIds(module: string, manifest: Manifest, idsByChunk: Record<string, string[]>): Set<string> {
  // Every page needs the words of the frame and of its parts that load later.
  const isFrame = (source: string) => source.startsWith('frame/') || manifest[source]?.name === frameChunk;
  const entry = Object.keys(manifest).find((source) => manifest[source]?.isEntry) ?? '';
  function visit(source: string, follow: (source: string) => boolean, visited: Set<string>): Set<string> {
    const chunk = manifest[source];
    if (!chunk || visited.has(source)) return visited;
    visited.add(source);
    for (const imported of chunk.imports ?? []) visit(imported, follow, visited);
    for (const imported of chunk.dynamicImports ?? []) if (follow(imported)) visit(imported, follow, visited);
    return visited;
  }
  const start = visit(entry, () => false, new Set());
  const frame = visit(entry, isFrame, new Set());
  // The first chunks import all pages on demand. Chunks that the page shares with the frame can import more of the page.
  const page = visit(module, () => true, new Set(start));
  return new Set([...frame, ...page].flatMap((source) => idsByChunk[manifest[source]?.file ?? ''] ?? []));
}

const paymentReturn = 'pages/payment-return/PaymentReturnPage.tsx';

/** Returns the ids of the messages of each page in `modules`, which are the source files of the pages' components, and of the API's texts. */
export async function listPageIds(
  dist: string,
  manifest: Manifest,
  modules: Partial<Record<RouteName, string>>,
): Promise<Record<string, Set<string>>> {
  const idsByChunk = JSON.parse(readFileSync(join(dist, '.vite', 'words.json'), 'utf8')) as Record<string, string[]>;
  const entries = Object.entries(modules).map(([name, module]) => {
    // The page after the bank's has the home page's address and shows the checkout's words.
    const sources = name === 'checkout' ? [module, paymentReturn] : [module];
    const ids = sources.flatMap((source) => [...collectPageIds(source, manifest, idsByChunk)]);
    return [name, new Set([...ids, ...schemaIdsOf(name as RouteName)])] as const;
  });
  const apiIds = [
    ...(idsByChunk[manifest['lib/api/api-words.ts']?.file ?? ''] ?? []),
    ...(await listApiTexts()).map((text) => generateMessageId(text)),
  ];
  return { ...Object.fromEntries(entries), api: new Set(apiIds) };
}

/** Writes assets/words/<version>/<language>/<page>.json and returns the version. */
export function writePageWords(dist: string, idsByPage: Record<string, Set<string>>, catalogues: Record<string, Catalogue>): string {
  const files = new Map<string, string>();
  for (const [page, ids] of Object.entries(idsByPage)) {
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

/**
 * Returns the text of a page that no message contains, if its messages were rendered without letters. Ignores email addresses, names with
 * `translate="no"`, and legal texts, which are in English and end the page.
 */
export function findUnmarkedText(html: string): string[] {
  const text = html
    .replace(/<(\w+)[^>]* translate="no"[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<div lang="en">.*<\/main>/gs, ' ')
    .replace(/<(script|style)\b.*?<\/\1>/gs, ' ');
  const labels = Array.from(text.matchAll(/ (?:aria-label|alt|title|placeholder)="([^"]*)"/g), ([, label = '']) => label);
  return [...text.split(/<[^>]*>/), ...labels].filter((piece) => /\p{L}{2}/u.test(piece.replace(/&\w+;|\S+@\S+/g, '')));
}
