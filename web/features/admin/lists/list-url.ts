import { listViewParameters, type TableView } from '#web/ui/data-table/table-view.ts';

/** Query parameters set by the page rather than by the user. */
type FixedParameters = Readonly<Record<string, string>>;

export function listUrl(path: string, view: TableView, fixed: FixedParameters = {}): string {
  return appendQuery(path, [...Object.entries(fixed), ...listViewParameters(view)]);
}

export function exportUrl(path: string, view: TableView, fixed: FixedParameters = {}): string {
  return appendQuery(`${path}/export.csv`, [...Object.entries(fixed), ...listViewParameters({ ...view, cursor: null })]);
}

function appendQuery(path: string, entries: [string, string][]): string {
  const query = new URLSearchParams(entries).toString();
  return query === '' ? path : `${path}?${query}`;
}
