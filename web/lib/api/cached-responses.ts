interface ResponseCache {
  /** Clears the cache so that a member never sees another member's data. */
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

/** Reloads cached data. Resolves once all requests have finished, even if some failed. */
export async function reloadCachedResponses(): Promise<void> {
  await Promise.allSettled(caches.map(({ reload }) => reload()));
}
