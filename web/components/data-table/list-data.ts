/** The pages of lists that tables show. */
import useSWR, { mutate } from 'swr';
import type { GenericSchema } from 'valibot';
import { totalsPath } from '#schema/admin/totals.ts';
import { type ListAnswer, readListAnswer } from '#web/lib/list-answer.ts';
import { queryDefaults } from '#web/lib/query-defaults.ts';

/** A page of a list; the former one stays until it is there, and each visit asks anew. */
export function useListPage<Row>(address: string, schema: GenericSchema<unknown, Row[]>) {
  return useSWR<ListAnswer<Row>, unknown, [string, string]>(['list', address], () => readListAnswer(address, schema), {
    ...queryDefaults,
    keepPreviousData: true,
    revalidateIfStale: true,
    revalidateOnMount: true,
  });
}

/** Has all lists that are shown and whose path begins so ask again, and the counts of what waits; answers when they have. */
export async function reloadLists(...paths: string[]): Promise<void> {
  const isAmong = (address: string) => paths.some((path) => address.startsWith(path));
  await Promise.all([mutate((key) => Array.isArray(key) && key[0] === 'list' && isAmong(String(key[1]))), mutate(totalsPath)]);
}
