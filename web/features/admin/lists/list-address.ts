/** Addresses of lists as the view of a table asks for them. */
import { type TableView, viewParameters } from '#web/ui/data-table/table-view.ts';

/** Parameters that are no choice of the view's: they are the list's own on the page where it stands. */
type Fixed = Readonly<Record<string, string>>;

/** Address of the page of the list that the view shows. */
export function listAddress(path: string, view: TableView, fixed: Fixed = {}): string {
  return withQuery(path, [...Object.entries(fixed), ...viewParameters(view)]);
}

/** Address of all that the view's filter and search find, as CSV. */
export function exportAddress(path: string, view: TableView, fixed: Fixed = {}): string {
  return withQuery(`${path}/export.csv`, [...Object.entries(fixed), ...viewParameters({ ...view, cursor: null })]);
}

function withQuery(path: string, entries: [string, string][]): string {
  const query = new URLSearchParams(entries).toString();
  return query === '' ? path : `${path}?${query}`;
}
