import useSWR, { mutate as mutateAll } from 'swr';
import type { GenericSchema } from 'valibot';
import { overviewPath } from '#schema/admin/overview.ts';
import { totalsPath } from '#schema/admin/totals.ts';
import { readListPage } from '#web/features/admin/lists/read-list-page.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';
import type { ListPage, ListQuery } from '#web/ui/data-table/data-table.ts';

/**
 * Loads one page of a list and revalidates it on each visit. Returns the previous page until the next one arrives. Loads nothing if the
 * address is null.
 */
export function useListPage<Row>(address: string | null, schema: GenericSchema<unknown, Row[]>): ListQuery<Row> {
  const {
    data: page,
    error,
    isValidating,
    mutate,
  } = useSWR<ListPage<Row>, unknown, [string, string] | null>(
    address === null ? null : ['list', address],
    ([, path]) => readListPage(path, schema),
    {
      ...queryDefaults,
      keepPreviousData: true,
      revalidateIfStale: true,
      revalidateOnMount: true,
    },
  );
  return { page, error, isLoading: isValidating, reload: () => void mutate() };
}

/**
 * Reloads visible lists whose path starts with one of the given paths, and the counts of pending work. Resolves once everything is
 * reloaded.
 */
export async function reloadLists(...paths: string[]): Promise<void> {
  const hasGivenPath = (address: string) => paths.some((path) => address.startsWith(path));
  await Promise.all([
    mutateAll((key) => Array.isArray(key) && key[0] === 'list' && hasGivenPath(String(key[1]))),
    mutateAll(totalsPath),
    mutateAll(overviewPath),
  ]);
}
