import { listViewParameters, type TableView } from '#web/ui/data-table/table-view.ts';

/** Query parameters set by the page rather than by the user. */
type Fixed = Readonly<Record<string, string>>;

export function listAddress(path: string, view: TableView, fixed: Fixed = {}): string {
  return appendQuery(path, [...Object.entries(fixed), ...listViewParameters(view)]);
}

export function exportAddress(path: string, view: TableView, fixed: Fixed = {}): string {
  return appendQuery(`${path}/export.csv`, [...Object.entries(fixed), ...listViewParameters({ ...view, cursor: null })]);
}

function appendQuery(path: string, entries: [string, string][]): string {
  const query = new URLSearchParams(entries).toString();
  return query === '' ? path : `${path}?${query}`;
}
