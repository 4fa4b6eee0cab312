/** Lists that the server hands out page by page, newest first. */
import { useState } from 'react';
import type * as v from 'valibot';
import { apiGet } from '#web/lib/api.ts';
import { useQuery } from '#web/lib/query.ts';

interface Page {
  nextCursor: string | null;
}

/** How far a list has been read, and the way to read on. */
export interface Reading {
  hasMore: boolean;
  more: () => Promise<void>;
  loadingMore: boolean;
  /** Null unless the last `more` failed. */
  moreError: unknown;
}

/** The first page of `path`, asked for at each visit; `more` loads the page after what is there. */
export function usePages<Answer extends Page>(path: string, schema: v.GenericSchema<unknown, Answer>) {
  const first = useQuery(path, schema, { asksOnVisit: true });
  // Older pages go on from one first page; where another takes its place, they would leave a gap or repeat something.
  const [older, setOlder] = useState<{ after: Answer | undefined; pages: Answer[] }>({ after: undefined, pages: [] });
  const [loadingMore, setLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<unknown>(null);

  const known = older.after === first.data ? older.pages : [];
  const pages = first.data ? [first.data, ...known] : undefined;
  const cursor = pages?.at(-1)?.nextCursor ?? null;

  async function more() {
    if (cursor === null || loadingMore) return;
    setLoadingMore(true);
    setMoreError(null);
    try {
      const page = await apiGet(`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`, schema);
      setOlder({ after: first.data, pages: [...known, page] });
    } catch (error) {
      setMoreError(error);
    } finally {
      setLoadingMore(false);
    }
  }

  const reading: Reading = { hasMore: cursor !== null, more, loadingMore, moreError };
  return { pages, error: first.error, reload: () => first.mutate(), reading };
}
