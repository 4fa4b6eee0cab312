import type { TownFile } from '#schema/finding/town-file.ts';

const fileCache = new Map<string, Promise<TownFile>>();

/** Reads a static town file, once per URL. Rejects if the file cannot be loaded; the next call then retries. */
export function readTownFile(address: string): Promise<TownFile> {
  const cachedFile = fileCache.get(address);
  if (cachedFile) return cachedFile;
  const request = fetch(address).then((response) => {
    if (!response.ok) throw new Error(`The towns could not be read: ${response.status}`);
    return response.json() as Promise<TownFile>;
  });
  fileCache.set(address, request);
  request.catch(() => fileCache.delete(address));
  return request;
}
