import { useState } from 'react';

export interface Paging {
  hasMore: boolean;
  loadMore: () => Promise<void>;
  isLoadingMore: boolean;
  /** Error of the last attempt to load more; null if it succeeded. */
  moreError: unknown;
}

interface PagingOptions<Page> {
  first: Page | undefined;
  /** Returns the cursor of the next page, or null on the last one. */
  getNextCursor: (page: Page) => string | null;
  read: (cursor: string) => Promise<Page>;
}

export function usePaging<Page extends object>({
  first,
  getNextCursor,
  read,
}: PagingOptions<Page>): { pages: Page[] | undefined; paging: Paging } {
  // Later pages only fit the first page with which they were loaded. After a reload of the first page, they could leave gaps or repeat
  // rows.
  const [older, setOlder] = useState<{ after: Page | undefined; pages: Page[] }>({ after: undefined, pages: [] });
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<unknown>(null);

  const loadedPages = older.after === first ? older.pages : [];
  const pages = first && [first, ...loadedPages];
  const last = pages?.at(-1);
  const cursor = last ? getNextCursor(last) : null;

  async function loadMore() {
    if (cursor === null || isLoadingMore) return;
    setIsLoadingMore(true);
    setMoreError(null);
    try {
      const page = await read(cursor);
      setOlder({ after: first, pages: [...loadedPages, page] });
    } catch (error) {
      setMoreError(error);
    } finally {
      setIsLoadingMore(false);
    }
  }

  return { pages, paging: { hasMore: cursor !== null, loadMore, isLoadingMore, moreError } };
}
