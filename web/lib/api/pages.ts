import type * as v from 'valibot';
import { apiGet } from '#web/lib/api/client.ts';
import { type QueryOptions, useQuery } from '#web/lib/api/query.ts';
import { usePaging } from '#web/lib/paging.ts';

interface PagedResponse {
  nextCursor: string | null;
}

/**
 * Loads a paginated list, or nothing if the path is null. Revalidates the first page on each visit. `paging.loadMore` loads the next page.
 */
export function usePages<Result extends PagedResponse>(
  path: string | null,
  schema: v.GenericSchema<unknown, Result>,
  { keepsPreviousData = false }: Pick<QueryOptions, 'keepsPreviousData'> = {},
) {
  const first = useQuery(path, schema, { revalidatesOnMount: true, keepsPreviousData });
  const { pages, paging } = usePaging({
    firstPage: first.data,
    getNextCursor: ({ nextCursor }) => nextCursor,
    read: (cursor) => apiGet(`${path}${path?.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`, schema),
  });
  return { query: { ...first, data: pages }, paging };
}
