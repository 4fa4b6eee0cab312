/** Lets the session code clear the caches without importing SWR. */

interface ResponseCache {
  /** A member must never see data loaded for another. */
  clear: () => void;
  reload: () => Promise<unknown>;
}

const caches: ResponseCache[] = [];

export function registerResponseCache(cache: ResponseCache): void {
  caches.push(cache);
}

export function clearCachedResponses(): void {
  for (const cache of caches) cache.clear();
}

/** Resolves once all have finished, even with errors. */
export async function reloadCachedResponses(): Promise<void> {
  await Promise.allSettled(caches.map(({ reload }) => reload()));
}
