/** The pages of lists that tables show. */
import useSWR, { mutate as mutateAll } from 'swr';
import type { GenericSchema } from 'valibot';
import { overviewPath } from '#schema/admin/overview.ts';
import { totalsPath } from '#schema/admin/totals.ts';
import { readListPage } from '#web/features/admin/lists/read-list-page.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';
import type { ListPage, ListReading } from '#web/ui/data-table/data-table.ts';

/** A page of a list; the former one stays until it is there, and each visit asks anew. */
export function useListPage<Row>(address: string, schema: GenericSchema<unknown, Row[]>): ListReading<Row> {
  const {
    data: page,
    error,
    isValidating: isReading,
    mutate,
  } = useSWR<ListPage<Row>, unknown, [string, string]>(['list', address], () => readListPage(address, schema), {
    ...queryDefaults,
    keepPreviousData: true,
    revalidateIfStale: true,
    revalidateOnMount: true,
  });
  return { page, error, isReading, readAgain: () => void mutate() };
}

/** Has all lists that are shown and whose path begins so ask again, and the counts of what waits; answers when they have. */
export async function reloadLists(...paths: string[]): Promise<void> {
  const isAmong = (address: string) => paths.some((path) => address.startsWith(path));
  await Promise.all([
    mutateAll((key) => Array.isArray(key) && key[0] === 'list' && isAmong(String(key[1]))),
    mutateAll(totalsPath),
    mutateAll(overviewPath),
  ]);
}
