/** State of a list (search, filters, order, page) and its encoding in the URL. */

export interface Filter {
  name: string;
  label: string;
  /** Labels of the options. Empty for a filter that only links can set and that accepts any value; users can only remove such a filter. */
  options: Readonly<Record<string, string>>;
  /** Label of the option that removes the filter, if not all rows are listed then. */
  anyLabel?: string;
  /** Sort orders available with this filter; all of them if omitted. */
  sorts?: readonly string[];
}

export interface TableView {
  q: string;
  filters: Readonly<Record<string, string>>;
  /** First and last day of an inclusive range in the format YYYY-MM-DD; null is unbounded. */
  from: string | null;
  to: string | null;
  /** Sort order: `name` for ascending, `-name` for descending, null for the list's default. */
  sort: string | null;
  /** Cursor of the page; null for the first page. */
  cursor: string | null;
}

export const emptyView = { filters: {}, from: null, to: null } as const satisfies Partial<TableView>;

export interface TableCapabilities {
  prefix: string;
  filters: readonly Filter[];
  defaultSort: string;
  /** Sort orders available with a date range; undefined if the list has no date filter. */
  daySorts: readonly string[] | undefined;
}

export function readView(query: URLSearchParams, { prefix, filters, daySorts }: TableCapabilities): TableView {
  const getParameter = (name: string) => query.get(prefix + name) || null;
  const activeFilters = filters.flatMap(({ name }) => {
    const value = getParameter(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    q: getParameter('q') ?? '',
    filters: Object.fromEntries(activeFilters),
    from: daySorts ? getParameter('from') : null,
    to: daySorts ? getParameter('to') : null,
    sort: getParameter('sort'),
    cursor: getParameter('cursor'),
  };
}

/** Writes the view to the URL's query, preserving other parameters. */
export function writeView(query: URLSearchParams, view: TableView, { prefix, filters, daySorts }: TableCapabilities): URLSearchParams {
  const next = new URLSearchParams(query);
  const ownNames = ['q', 'sort', 'cursor', ...(daySorts ? ['from', 'to'] : []), ...filters.map((filter) => filter.name)];
  for (const name of ownNames) next.delete(prefix + name);
  for (const [name, value] of listViewParameters(view)) next.set(prefix + name, value);
  return next;
}

/** Applies a change to the view. Returns to the first page, and drops a sort order that the new view does not support. */
export function changeView(view: TableView, change: Partial<TableView>, capabilities: TableCapabilities): TableView {
  const next = { ...view, cursor: null, ...change };
  return next.sort !== null && !canSort(next, getSortName(next.sort), capabilities) ? { ...next, sort: null } : next;
}

/** Sets a filter; an empty value removes it. */
export function setFilter({ filters }: TableView, name: string, value: string): Pick<TableView, 'filters'> {
  const { [name]: _, ...others } = filters;
  return { filters: value === '' ? others : { ...others, [name]: value } };
}

export function countFilters({ filters, from, to }: TableView): number {
  return Object.keys(filters).length + (from !== null || to !== null ? 1 : 0);
}

/** Returns the requested sort order. Falls back to the default order, or to the first one that the filters support. */
export function getSortOrder(view: TableView, capabilities: TableCapabilities): { name: string; isDescending: boolean } {
  const [first, ...others] = listSupportedSorts(view, capabilities);
  const allowedNames = first?.filter((name) => others.every((sorts) => sorts.includes(name)));
  const defaultSort =
    allowedNames === undefined || allowedNames.includes(getSortName(capabilities.defaultSort))
      ? capabilities.defaultSort
      : `-${allowedNames[0]}`;
  const sort = view.sort ?? defaultSort;
  return { name: getSortName(sort), isDescending: sort.startsWith('-') };
}

/**
 * Returns whether the list can be sorted this way. A search supports every order, because the server scans the rows. Without a search, the
 * filters and the date range must support the order.
 */
export function canSort(view: TableView, name: string, capabilities: TableCapabilities): boolean {
  return view.q !== '' || listSupportedSorts(view, capabilities).every((sorts) => sorts.includes(name));
}

/** For each active filter that restricts sorting, returns the sort orders that it supports. */
function listSupportedSorts(view: TableView, { filters, daySorts }: TableCapabilities): (readonly string[])[] {
  const filterSorts = filters.flatMap(({ name, sorts }) => (sorts && Object.hasOwn(view.filters, name) ? [sorts] : []));
  return daySorts && (view.from !== null || view.to !== null) ? [...filterSorts, daySorts] : filterSorts;
}

function getSortName(sort: string): string {
  return sort.replace(/^-/, '');
}

export function listViewParameters({ q, filters, from, to, sort, cursor }: TableView): [string, string][] {
  const parameters: [string, string | null][] = [
    ['q', q],
    ...Object.entries(filters),
    ['from', from],
    ['to', to],
    ['sort', sort],
    ['cursor', cursor],
  ];
  return parameters.filter((entry): entry is [string, string] => Boolean(entry[1]));
}
