import { FoundCards } from '#schema/scans/find.ts';
import { FindMatches, FindSummary, type FoundMonth, maxSelectedFinds } from '#schema/scans/find-history.ts';
import { apiGet } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { usePaging } from '#web/lib/paging.ts';

/** Number of finds on the first page, which the dashboard also loads. */
const firstPageSize = 20;
const laterPageSize = 50;
const maxPageSize = 200;
const findsPath = '/api/finds';
const newestFindsPath = `${findsPath}?limit=${firstPageSize}`;

/** Loads the summary only once per session because computing it reads all finds. `FoundCardsPage` reloads it after new finds. */
export function useFindSummary() {
  return useQuery(`${findsPath}/summary`, FindSummary);
}

/**
 * Loads the member's finds page by page, newest first. Starts at the newest find of `month`, or at the newest find of all if `month` is
 * null.
 */
export function useFindsFrom(month: FoundMonth | null) {
  const path = month
    ? `${findsPath}?limit=${Math.min(maxPageSize, Math.max(firstPageSize, month.finds))}&cursor=${month.newestId + 1}`
    : newestFindsPath;
  const first = useQuery(path, FoundCards, { revalidatesOnMount: true });
  const { pages, paging } = usePaging({
    firstPage: first.data,
    getNextCursor: ({ nextCursor }) => nextCursor,
    read: (cursor) => apiGet(`${findsPath}?limit=${laterPageSize}&cursor=${encodeURIComponent(cursor)}`, FoundCards),
  });
  return { query: { ...first, data: pages }, paging };
}

/** Loads only the first page of the newest finds, if needed. */
export function useNewestFinds(isNeeded: boolean) {
  return useQuery(isNeeded ? newestFindsPath : null, FoundCards);
}

export function useSelectedFinds(ids: readonly string[]) {
  return useQuery(`${findsPath}?ids=${ids.slice(0, maxSelectedFinds).join(',')}`, FoundCards);
}

/** Searches finds on the server. The results also include the finds with the given ids. */
export function useFindSearch(text: string, ids: readonly number[]) {
  const extraIds = ids.length > 0 ? `&ids=${ids.slice(0, maxSelectedFinds).join(',')}` : '';
  return useQuery(`${findsPath}/search?q=${encodeURIComponent(text)}${extraIds}`, FindMatches, { keepsPreviousData: true });
}
