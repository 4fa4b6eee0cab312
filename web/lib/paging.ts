import { useMemo, useState } from 'react';

export interface Paging {
  hasMore: boolean;
  loadMore: () => Promise<void>;
  isLoadingMore: boolean;
  /** Error from the last attempt to load more pages; null if that attempt succeeded. */
  moreError: unknown;
}

interface PagingOptions<Page> {
  firstPage: Page | undefined;
  /** Returns the cursor of the next page, or null on the last one. */
  getNextCursor: (page: Page) => string | null;
  read: (cursor: string) => Promise<Page>;
}

export function usePaging<Page extends object>({
  firstPage,
  getNextCursor,
  read,
}: PagingOptions<Page>): { pages: Page[] | undefined; paging: Paging } {
  // Later pages are valid only for the first page that was displayed when they were loaded. If it is reloaded, they are dropped because
  // they could leave gaps or repeat rows.
  const [laterPages, setLaterPages] = useState<{ firstPage: Page | undefined; pages: Page[] }>({ firstPage: undefined, pages: [] });
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<unknown>(null);

  const pages = useMemo(
    () => firstPage && [firstPage, ...(laterPages.firstPage === firstPage ? laterPages.pages : [])],
    [firstPage, laterPages],
  );
  const lastPage = pages?.at(-1);
  const cursor = lastPage ? getNextCursor(lastPage) : null;

  async function loadMore() {
    if (cursor === null || isLoadingMore) return;
    setIsLoadingMore(true);
    setMoreError(null);
    try {
      const page = await read(cursor);
      setLaterPages({ firstPage, pages: [...(pages ?? []).slice(1), page] });
    } catch (error) {
      setMoreError(error);
    } finally {
      setIsLoadingMore(false);
    }
  }

  return { pages, paging: { hasMore: cursor !== null, loadMore, isLoadingMore, moreError } };
}
