/**
 * The newest database bookmark that this browser has received (schema/bookmark.ts), shared by all tabs. Sending it with each call gives
 * read-your-writes consistency on lagging replicas.
 */
const key = 'bookmark';

export function storedBookmark(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores the bookmark if it is newer, or if the call sent the stored one: the server then replaced it on purpose. */
export function keepBookmark(brought: string | null, sent: string | null): void {
  const stored = storedBookmark();
  if (brought === null || brought === stored || (stored !== sent && stored !== null && brought < stored)) return;
  try {
    localStorage.setItem(key, brought);
  } catch {
    // Without storage, reads may lag behind own writes.
  }
}
