/** What of a list is shown: its search, filter, order and page, and how the address says it. */

/** A choice that narrows the list. Only one filter of a list is used at a time. */
export interface Filter {
  /** Query parameter of the list. */
  name: string;
  label: string;
  /** None where any value goes: then it comes from links, and can be taken off. */
  options: readonly { value: string; label: string }[];
  /** Orders that go with this filter; absent where all do. */
  sorts?: readonly string[];
}

export interface TableView {
  q: string;
  filter: { name: string; value: string } | null;
  /** `name` or `-name`; null is the order that the list has by itself. */
  sort: string | null;
  /** Where the page begins; null is the first one. */
  cursor: string | null;
}

/** What a table can show, as far as its address is concerned. */
export interface TableCapabilities {
  prefix: string;
  filters: readonly Filter[];
  defaultSort: string;
}

export function readView(query: URLSearchParams, { prefix, filters }: TableCapabilities): TableView {
  const get = (name: string) => query.get(prefix + name) || null;
  const filter = filters.map(({ name }) => ({ name, value: get(name) })).find(({ value }) => value !== null);
  return {
    q: get('q') ?? '',
    filter: filter ? { name: filter.name, value: filter.value ?? '' } : null,
    sort: get('sort'),
    cursor: get('cursor'),
  };
}

/** The page's query with this view in it; parameters of others stay. */
export function writeView(query: URLSearchParams, view: TableView, { prefix, filters }: TableCapabilities): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ['q', 'sort', 'cursor', ...filters.map((filter) => filter.name)]) next.delete(prefix + name);
  for (const [name, value] of viewParameters(view)) next.set(prefix + name, value);
  return next;
}

/** The view from its first page on, changed; an order that no longer goes with it is given up. */
export function changedView(view: TableView, change: Partial<TableView>, capabilities: TableCapabilities): TableView {
  const next = { ...view, cursor: null, ...change };
  return next.sort !== null && !canSort(next, nameOf(next.sort), capabilities) ? { ...next, sort: null } : next;
}

/** The order in which the view's rows come: what was asked for, else the list's own, else the first that goes with the filter. */
export function orderOf(view: TableView, capabilities: TableCapabilities): { name: string; isDescending: boolean } {
  const allowed = filterOf(view, capabilities)?.sorts;
  const byItself =
    allowed === undefined || allowed.includes(nameOf(capabilities.defaultSort)) ? capabilities.defaultSort : `-${allowed[0]}`;
  const sort = view.sort ?? byItself;
  return { name: nameOf(sort), isDescending: sort.startsWith('-') };
}

/** Whether the list has this order: a search goes through all rows anyway, else the filter must capabilities it. */
export function canSort(view: TableView, name: string, capabilities: TableCapabilities): boolean {
  const allowed = filterOf(view, capabilities)?.sorts;
  return view.q !== '' || allowed === undefined || allowed.includes(name);
}

function filterOf(view: TableView, capabilities: TableCapabilities): Filter | undefined {
  return capabilities.filters.find(({ name }) => name === view.filter?.name);
}

function nameOf(sort: string): string {
  return sort.replace(/^-/, '');
}

/** As query parameters. */
export function viewParameters({ q, filter, sort, cursor }: TableView): [string, string][] {
  const all: [string, string | null][] = [
    ['q', q],
    [filter?.name ?? '', filter?.value ?? ''],
    ['sort', sort],
    ['cursor', cursor],
  ];
  return all.filter((entry): entry is [string, string] => Boolean(entry[1]));
}
