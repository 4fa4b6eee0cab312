import { plural } from '#web/lib/format.ts';
import type { ListPage } from '#web/ui/data-table/data-table.ts';

interface RowWithId {
  id: string | number;
}

export interface ListChanges<Row> {
  /** The rows on screen, in the same order, with their current contents. */
  rows: Row[];
  added: number;
  removed: number;
  /** Whether more rows than fit on the page may have been added. */
  hasMore: boolean;
}

/**
 * Compares the rows on screen with a more recent response for the same page. Rows that only moved across the end of the page, because others
 * were added or removed before them, are not counted.
 */
export function compareRows<Row extends RowWithId>(shown: ListPage<Row>, latest: ListPage<Row>): ListChanges<Row> {
  const latestRows = new Map(latest.rows.map((row) => [row.id, row]));
  const shownIds = new Set(shown.rows.map(({ id }) => id));
  const lastCommonLatest = latest.rows.findLastIndex(({ id }) => shownIds.has(id));
  const lastCommonShown = shown.rows.findLastIndex(({ id }) => latestRows.has(id));
  const isWhole = (page: ListPage<Row>) => page.next === null;
  const added = latest.rows.filter(
    ({ id }, index) => !shownIds.has(id) && (isWhole(shown) || index < lastCommonLatest || lastCommonLatest === -1),
  );
  const removed = shown.rows.filter(({ id }, index) => !latestRows.has(id) && (isWhole(latest) || index < lastCommonShown));
  return {
    rows: shown.rows.map((row) => latestRows.get(row.id) ?? row),
    added: added.length,
    removed: removed.length,
    hasMore: added.length > 0 && added.length === latest.rows.length && !isWhole(latest),
  };
}

/** Returns undefined if no rows were added or removed. */
export function describeListChanges({ added, removed, hasMore }: ListChanges<unknown>): string | undefined {
  const parts = [
    ...(added > 0 ? [`${added}${hasMore ? '+' : ''} new`] : []),
    ...(removed > 0 ? [`${plural(removed, 'row')} no longer here`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}
