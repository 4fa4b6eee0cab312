import type * as v from 'valibot';
import { apiGet } from '#web/lib/api/client.ts';
import { type QueryOptions, useQuery } from '#web/lib/api/query.ts';
import { useReadOn } from '#web/lib/read-on.ts';

interface PagedAnswer {
  nextCursor: string | null;
}

/** Revalidates the first page on each visit; `reading.more` loads the next. */
export function usePages<Answer extends PagedAnswer>(
  path: string,
  schema: v.GenericSchema<unknown, Answer>,
  { keepsPrevious = false }: Pick<QueryOptions, 'keepsPrevious'> = {},
) {
  const first = useQuery(path, schema, { asksOnVisit: true, keepsPrevious });
  const { pages, reading } = useReadOn({
    first: first.data,
    getNextCursor: ({ nextCursor }) => nextCursor,
    read: (cursor) => apiGet(`${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`, schema),
  });
  return { query: { ...first, data: pages }, reading };
}
