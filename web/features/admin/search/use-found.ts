/** Never cached. */
import { useEffect, useState } from 'react';
import { type SearchResult, SearchResultList, type SearchStep, searchPath } from '#schema/admin/search.ts';
import { apiGet } from '#web/lib/api/client.ts';

export interface FoundAnswer {
  q: string;
  step: SearchStep;
  found: SearchResult[];
  error: unknown;
}

/** Keeps the previous answer until the next one arrives. */
export function useFound(q: string, step: SearchStep): FoundAnswer | undefined {
  const [answer, setAnswer] = useState<FoundAnswer>();

  useEffect(() => {
    if (q === '') return;
    let isCurrent = true;
    const keep = (found: SearchResult[], error?: unknown) => {
      if (isCurrent) setAnswer({ q, step, found, error });
    };
    apiGet(`${searchPath}?${new URLSearchParams({ q, in: step })}`, SearchResultList).then(keep, (error) => keep([], error));
    return () => {
      isCurrent = false;
    };
  }, [q, step]);

  return q === '' ? undefined : answer;
}
