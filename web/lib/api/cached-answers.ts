/** Who keeps answers of the server for a member. The session tells them when the member has changed. */

interface AnswerCache {
  /** Drops all answers: one member must never see what was loaded for another. */
  forget: () => void;
  /** Asks again for those on the screen. */
  reload: () => Promise<unknown>;
}

const caches: AnswerCache[] = [];

export function registerAnswerCache(cache: AnswerCache): void {
  caches.push(cache);
}

export function forgetCachedAnswers(): void {
  for (const cache of caches) cache.forget();
}

/** Settles when all have been asked for again, whatever came of it. */
export async function reloadCachedAnswers(): Promise<void> {
  await Promise.allSettled(caches.map(({ reload }) => reload()));
}
