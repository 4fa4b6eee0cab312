/** Separate from the API client, so that pages without queries do not load SWR. */
import useSWR, { mutate } from 'swr';
import type * as v from 'valibot';
import { registerAnswerCache } from '#web/lib/api/cached-answers.ts';
import { apiGet } from '#web/lib/api/client.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';

export interface QueryOptions {
  keepsPrevious?: boolean;
  /** Revalidates on each visit, showing the cached value meanwhile: for data that changes elsewhere, such as money. */
  asksOnVisit?: boolean;
}

/** Requests nothing if the path is null. */
export function useQuery<Answer>(
  path: string | null,
  schema: v.GenericSchema<unknown, Answer>,
  { keepsPrevious = false, asksOnVisit = false }: QueryOptions = {},
) {
  return useSWR<Answer, unknown>(path, (key: string) => apiGet(key, schema), {
    ...queryDefaults,
    keepPreviousData: keepsPrevious,
    // Not `revalidateOnMount: asksOnVisit`: `false` suppresses even the first request.
    ...(asksOnVisit && { revalidateOnMount: true }),
  });
}

registerAnswerCache({
  forget: () => void mutate(() => true, undefined, { revalidate: false }),
  reload: () => mutate(() => true),
});
