import { useState } from 'react';
import useSWR, { mutate as mutateAll } from 'swr';
import type { GenericSchema } from 'valibot';
import { overviewPath } from '#schema/admin/overview.ts';
import { totalsPath } from '#schema/admin/totals.ts';
import { backgroundRefreshMs } from '#schema/rules.ts';
import { compareRows, describeListChanges } from '#web/features/admin/lists/list-changes.ts';
import { readListPage } from '#web/features/admin/lists/read-list-page.ts';
import { inBackground } from '#web/features/admin/live-query.ts';
import { queryDefaults } from '#web/lib/api/query-defaults.ts';
import { useRefresh } from '#web/lib/react/use-refresh.ts';
import type { ListPage, ListQuery } from '#web/ui/data-table/data-table.ts';

/**
 * Loads one page of a list and revalidates it on each visit. Returns the previous page until the next one arrives. Loads nothing if the
 * address is null.
 */
export function useListPage<Row>(address: string | null, schema: GenericSchema<unknown, Row[]>): ListQuery<Row> {
  const { data: page, error, isValidating, mutate } = useCachedPage(address, schema);
  return { page, error, isLoading: isValidating, reload: () => void mutate() };
}

/**
 * Like `useListPage`, but refreshes the page while it is visible. Rows on screen get their current contents but never move: added and
 * removed rows are only counted until the administrator asks for them. A refresh reads one page of rows without counting the matches. There
 * is none for searches, which may scan thousands of rows.
 */
export function useLiveListPage<Row extends { id: string | number }>(
  address: string,
  schema: GenericSchema<unknown, Row[]>,
): ListQuery<Row> {
  const { data: page, error, isValidating, mutate } = useCachedPage(address, schema);
  const [refreshed, setRefreshed] = useState<{ shown: ListPage<Row>; latest: ListPage<Row> }>();
  const canRefresh = page?.address === address && page.scannedRows === null && !isSearch(address);

  useRefresh(async () => {
    if (!canRefresh || isValidating) return;
    setRefreshed({ shown: page, latest: await readListPage(address, schema, inBackground) });
  }, backgroundRefreshMs);

  const query = { page, error, isLoading: isValidating, reload: () => void mutate() };
  // A page that has been loaded since is more recent.
  if (page === undefined || refreshed?.shown !== page) return query;
  const changes = compareRows(page, refreshed.latest);
  const text = describeListChanges(changes);
  const show = () => void mutate({ ...refreshed.latest, total: page.total });
  return { ...query, page: { ...page, rows: changes.rows }, changes: text === undefined ? undefined : { text, show } };
}

function useCachedPage<Row>(address: string | null, schema: GenericSchema<unknown, Row[]>) {
  return useSWR<ListPage<Row>, unknown, [string, string] | null>(
    address === null ? null : ['list', address],
    ([, path]) => readListPage(path, schema),
    {
      ...queryDefaults,
      keepPreviousData: true,
      revalidateIfStale: true,
      revalidateOnMount: true,
    },
  );
}

const isSearch = (address: string) => new URLSearchParams(address.split('?')[1]).has('q');

/**
 * Shows a change to a row in cached lists before the server has confirmed it. Call `reloadLists` once the request has finished, which
 * confirms or undoes the change.
 */
export function showRowChange<Row extends { id: string | number }>(path: string, id: Row['id'], change: Partial<Row>): void {
  const changeRow = (page?: ListPage<Row>) =>
    page && { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) };
  void mutateAll<ListPage<Row>>(isListKey([path]), changeRow, { revalidate: false });
}

/**
 * Reloads visible lists whose path starts with one of the given paths, and the counts of pending work. Resolves once everything is
 * reloaded.
 */
export async function reloadLists(...paths: string[]): Promise<void> {
  await Promise.all([mutateAll(isListKey(paths)), mutateAll(totalsPath), mutateAll(overviewPath)]);
}

const isListKey = (paths: readonly string[]) => (key: unknown) =>
  Array.isArray(key) && key[0] === 'list' && paths.some((path) => String(key[1]).startsWith(path));
