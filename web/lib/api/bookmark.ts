/**
 * The newest database bookmark that this browser has received (schema/bookmark.ts), shared by all tabs. Each call sends it, so that members
 * read their own writes even from lagging replicas.
 */
const key = 'bookmark';

export function getStoredBookmark(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a received bookmark if it is newer than the stored one. Also stores it if the call sent the stored bookmark, because the server
 * then replaced that bookmark deliberately.
 */
export function storeBookmark(receivedBookmark: string | null, sentBookmark: string | null): void {
  const storedBookmark = getStoredBookmark();
  if (
    receivedBookmark === null ||
    receivedBookmark === storedBookmark ||
    (storedBookmark !== sentBookmark && storedBookmark !== null && receivedBookmark < storedBookmark)
  )
    return;
  try {
    localStorage.setItem(key, receivedBookmark);
  } catch {
    // If storage is unavailable, members may read data that is older than their own writes.
  }
}
