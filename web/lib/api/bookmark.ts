/**
 * The newest state of the database that this browser has seen (schema/bookmark.ts), for all its tabs. It is sent along with each
 * call, so that a copy of the database which is behind shows nobody less than they have seen.
 */
const key = 'bookmark';

export function storedBookmark(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps what an answer brings where it is newer; or where the call sent the one that is stored: then the server has dropped that. */
export function keepBookmark(brought: string | null, sent: string | null): void {
  const stored = storedBookmark();
  if (brought === null || brought === stored || (stored !== sent && stored !== null && brought < stored)) return;
  try {
    localStorage.setItem(key, brought);
  } catch {
    // Where storage is refused, reads may be a little late.
  }
}
