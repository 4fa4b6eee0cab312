/**
 * Newest database bookmark that this browser has seen (schema/bookmark.ts), shared by all tabs. Sent with each call
 * for read-your-writes on lagging replicas.
 */
const key = 'bookmark';

export function storedBookmark(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a newer bookmark, or any if the call sent the stored one: the server has then replaced it. */
export function keepBookmark(brought: string | null, sent: string | null): void {
  const stored = storedBookmark();
  if (brought === null || brought === stored || (stored !== sent && stored !== null && brought < stored)) return;
  try {
    localStorage.setItem(key, brought);
  } catch {
    // Without storage, reads may be slightly stale.
  }
}
