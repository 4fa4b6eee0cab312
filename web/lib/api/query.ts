/** SWR hooks. They are separate from the API client so that pages without queries do not load SWR. */
import useSWR, { mutate } from 'swr';
import type * as v from 'valibot';
import { registerResponseCache } from '#web/lib/api/cached-responses.ts';
import { apiGet } from '#web/lib/api/client.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';

export interface QueryOptions {
  keepsPreviousData?: boolean;
  /**
   * Shows cached data but revalidates it on each visit. Meant for data that can change without an action on this device, such as amounts of
   * money.
   */
  revalidatesOnMount?: boolean;
}

/** Loads data with SWR; loads nothing if the path is null. */
export function useQuery<Result>(
  path: string | null,
  schema: v.GenericSchema<unknown, Result>,
  { keepsPreviousData = false, revalidatesOnMount = false }: QueryOptions = {},
) {
  return useSWR<Result, unknown>(path, (key: string) => apiGet(key, schema), {
    ...queryDefaults,
    keepPreviousData: keepsPreviousData,
    // Do not pass `revalidateOnMount: false`, which suppresses even the first request.
    ...(revalidatesOnMount && { revalidateOnMount: true }),
  });
}

registerResponseCache({
  clear: () => void mutate(() => true, undefined, { revalidate: false }),
  reload: () => mutate(() => true),
});
