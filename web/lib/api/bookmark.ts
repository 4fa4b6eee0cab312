/**
 * The newest database bookmark that this browser has received (schema/bookmark.ts), shared by all tabs. Sending it with each call gives
 * read-your-writes consistency on lagging replicas.
 */
const key = 'bookmark';

export function getStoredBookmark(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores the bookmark if it is newer, or if the call sent the stored one: the server then replaced it on purpose. */
export function storeBookmark(received: string | null, sent: string | null): void {
  const stored = getStoredBookmark();
  if (received === null || received === stored || (stored !== sent && stored !== null && received < stored)) return;
  try {
    localStorage.setItem(key, received);
  } catch {
    // Without storage, reads may lag behind own writes.
  }
}
