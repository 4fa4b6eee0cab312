/** Lets the session code clear the caches without importing SWR. */

interface AnswerCache {
  /** A member must never see data loaded for another. */
  forget: () => void;
  reload: () => Promise<unknown>;
}

const caches: AnswerCache[] = [];

export function registerAnswerCache(cache: AnswerCache): void {
  caches.push(cache);
}

export function forgetCachedAnswers(): void {
  for (const cache of caches) cache.forget();
}

/** Resolves once all have finished, even with errors. */
export async function reloadCachedAnswers(): Promise<void> {
  await Promise.allSettled(caches.map(({ reload }) => reload()));
}
