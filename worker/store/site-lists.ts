/**
 * Data that is too long for the Worker's bundle: lists with one entry per line, and the words of each language. It is in static files of the
 * site (scripts/site/site-lists.ts).
 */
import { describeError, logError } from '#worker/log.ts';

export interface SiteFiles {
  fetch(address: string): Promise<Pick<Response, 'ok' | 'status' | 'text'>>;
}

type SiteList = 'common-passwords' | 'disposable-domains';

const noAssetsKey = {};
/** Contents of the files that this isolate has read, keyed by assets binding. Null for a file that could not be read. */
const readFiles = new WeakMap<object, Map<string, unknown>>();

/** Reads and parses a file. Returns null if it cannot be read. The next call tries again; only the first failure is logged. */
export async function readSiteFile<Content>(
  files: SiteFiles | undefined,
  name: string,
  parse: (text: string) => Content,
): Promise<Content | null> {
  const contents = readFiles.get(files ?? noAssetsKey) ?? new Map<string, unknown>();
  readFiles.set(files ?? noAssetsKey, contents);
  if (contents.get(name)) return contents.get(name) as Content;
  try {
    const response = await files?.fetch(`https://assets.local/lists/${name}`);
    if (!response?.ok) throw new Error(`status ${response?.status}`);
    contents.set(name, parse(await response.text()));
  } catch (error) {
    if (!contents.has(name)) logError('site_list_unreadable', { list: name, error: describeError(error) });
    contents.set(name, null);
  }
  return contents.get(name) as Content | null;
}

export const readSiteList = (files: SiteFiles | undefined, name: SiteList): Promise<ReadonlySet<string> | null> =>
  readSiteFile(files, `${name}.txt`, (text) => new Set(text.split('\n')));
