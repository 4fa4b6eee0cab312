import { useState } from 'react';

export interface Reading {
  hasMore: boolean;
  more: () => Promise<void>;
  loadingMore: boolean;
  /** Null unless the last `more` failed. */
  moreError: unknown;
}

interface ReadingOn<Page> {
  first: Page | undefined;
  /** Cursor of the next page; null on the last. */
  getNextCursor: (page: Page) => string | null;
  read: (cursor: string) => Promise<Page>;
}

export function useReadOn<Page extends object>({ first, getNextCursor, read }: ReadingOn<Page>): { pages: Page[] | undefined; reading: Reading } {
  // Valid only for the first page they were loaded after; with another one there would be gaps or repeated rows.
  const [older, setOlder] = useState<{ after: Page | undefined; pages: Page[] }>({ after: undefined, pages: [] });
  const [loadingMore, setLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<unknown>(null);

  const known = older.after === first ? older.pages : [];
  const pages = first && [first, ...known];
  const last = pages?.at(-1);
  const cursor = last ? getNextCursor(last) : null;

  async function more() {
    if (cursor === null || loadingMore) return;
    setLoadingMore(true);
    setMoreError(null);
    try {
      const page = await read(cursor);
      setOlder({ after: first, pages: [...known, page] });
    } catch (error) {
      setMoreError(error);
    } finally {
      setLoadingMore(false);
    }
  }

  return { pages, reading: { hasMore: cursor !== null, more, loadingMore, moreError } };
}
