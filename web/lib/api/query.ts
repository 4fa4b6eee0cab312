/** Reading from the server: one hook over the page's query defaults. Pages that read nothing do not load it. */
import useSWR, { mutate } from 'swr';
import type * as v from 'valibot';
import { registerAnswerCache } from '#web/lib/api/cached-answers.ts';
import { apiGet } from '#web/lib/api/client.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';

export interface QueryOptions {
  /** What is shown stays until a reload has its answer. */
  keepsPrevious?: boolean;
  /** Each visit asks anew and meanwhile shows what is known: for money, which changes elsewhere. */
  asksOnVisit?: boolean;
}

/** GET `path`, parsed by `schema`; a null path asks nothing. */
export function useQuery<Answer>(
  path: string | null,
  schema: v.GenericSchema<unknown, Answer>,
  { keepsPrevious = false, asksOnVisit = false }: QueryOptions = {},
) {
  return useSWR<Answer, unknown>(path, (key: string) => apiGet(key, schema), {
    ...queryDefaults,
    keepPreviousData: keepsPrevious,
    // Not false: that would keep even the first visit from asking.
    ...(asksOnVisit && { revalidateOnMount: true }),
  });
}

registerAnswerCache({
  forget: () => void mutate(() => true, undefined, { revalidate: false }),
  reload: () => mutate(() => true),
});
