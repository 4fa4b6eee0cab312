/** Addresses of lists as the view of a table asks for them. */
import { type TableView, viewParameters } from '#web/ui/data-table/table-view.ts';

/** Address of the page of the list that the view shows. */
export function listAddress(path: string, view: TableView): string {
  return withQuery(path, viewParameters(view));
}

/** Address of all that the view's filter and search find, as CSV. */
export function exportAddress(path: string, view: TableView): string {
  return withQuery(`${path}/export.csv`, viewParameters({ ...view, cursor: null }));
}

function withQuery(path: string, entries: [string, string][]): string {
  const query = new URLSearchParams(entries).toString();
  return query === '' ? path : `${path}?${query}`;
}
