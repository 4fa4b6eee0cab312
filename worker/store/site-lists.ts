/**
 * Lists that are too long for the Worker's bundle. They are static files on the site, with one entry per line (scripts/site/site-lists.ts).
 */
import { describeError, logError } from '#worker/log.ts';

export interface SiteFiles {
  fetch(address: string): Promise<Pick<Response, 'ok' | 'status' | 'text'>>;
}

type SiteList = 'common-passwords' | 'disposable-domains';

const noAssetsKey = {};
/** Lists loaded by this isolate, keyed by assets binding. Null for a list that failed to load. */
const readLists = new WeakMap<object, Partial<Record<SiteList, ReadonlySet<string> | null>>>();

/** Loads a list. Returns null if the list cannot be read. The next call tries again; only the first failure is logged. */
export async function readSiteList(files: SiteFiles | undefined, name: SiteList): Promise<ReadonlySet<string> | null> {
  const lists = readLists.get(files ?? noAssetsKey) ?? {};
  readLists.set(files ?? noAssetsKey, lists);
  if (lists[name]) return lists[name];
  try {
    const response = await files?.fetch(`https://assets.local/lists/${name}.txt`);
    if (!response?.ok) throw new Error(`status ${response?.status}`);
    lists[name] = new Set((await response.text()).split('\n'));
  } catch (error) {
    if (lists[name] === undefined) logError('site_list_unreadable', { list: name, error: describeError(error) });
    lists[name] = null;
  }
  return lists[name];
}
