import { useRef } from 'react';
import { mutate } from 'swr';
import type { GenericSchema } from 'valibot';
import { backgroundHeader } from '#schema/admin/background.ts';
import { backgroundRefreshMs } from '#schema/rules.ts';
import { apiGet, type SendOptions } from '#web/lib/api/client.ts';
import { useQuery } from '#web/lib/api/query.ts';
import { useRefresh } from '#web/lib/react/use-refresh.ts';

/** Options of a call that the page makes by itself, which does not extend the administrator's session. */
export const inBackground: SendOptions = { headers: { [backgroundHeader]: '1' } };

/** Loads data again in the background. Ignores the response if a newer version was stored in the meantime. */
export async function reloadNewer<Result>(
  path: string,
  schema: GenericSchema<unknown, Result>,
  getVersion: (data: Result) => number,
): Promise<void> {
  const latest = await apiGet(path, schema, inBackground);
  await mutate<Result>(path, (current) => (current !== undefined && getVersion(current) > getVersion(latest) ? current : latest), {
    revalidate: false,
  });
}

/** Loads data on each visit, and keeps it up to date while the page is visible. */
export function useLiveQuery<Result>(path: string, schema: GenericSchema<unknown, Result>) {
  const query = useQuery(path, schema, { revalidatesOnMount: true, keepsPreviousData: true });
  const current = useRef(query);
  current.current = query;

  useRefresh(async () => {
    const { data, isValidating } = query;
    if (isValidating) return;
    const latest = await apiGet(path, schema, inBackground);
    // A reload after a change by this administrator is more recent.
    const isOutdated = current.current.isValidating || current.current.data !== data;
    if (!isOutdated) await query.mutate(latest, { revalidate: false });
  }, backgroundRefreshMs);

  return query;
}
