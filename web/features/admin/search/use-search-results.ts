/** Runs admin searches without caching the results. */
import { useEffect, useState } from 'react';
import { type SearchResult, SearchResultList, type SearchStep, searchPath } from '#schema/admin/search.ts';
import { apiGet } from '#web/lib/api/client.ts';

export interface SearchState {
  q: string;
  step: SearchStep;
  results: SearchResult[];
  error: unknown;
}

/** Returns search results. Returns the previous results until the next ones arrive. */
export function useSearchResults(q: string, step: SearchStep): SearchState | undefined {
  const [response, setResponse] = useState<SearchState>();

  useEffect(() => {
    if (q === '') return;
    let isCurrent = true;
    const setResults = (results: SearchResult[], error?: unknown) => {
      if (isCurrent) setResponse({ q, step, results, error });
    };
    apiGet(`${searchPath}?${new URLSearchParams({ q, in: step })}`, SearchResultList).then(setResults, (error) => setResults([], error));
    return () => {
      isCurrent = false;
    };
  }, [q, step]);

  return q === '' ? undefined : response;
}
