/** What of a list is shown: its search, filters, days, order and page, and how the address says it. */

/** A choice that narrows the list. */
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
  /** Value by name of the filter. */
  filters: Readonly<Record<string, string>>;
  /** The first and the last day, YYYY-MM-DD; null is open. */
  from: string | null;
  to: string | null;
  /** `name` or `-name`; null is the order that the list has by itself. */
  sort: string | null;
  /** Where the page begins; null is the first one. */
  cursor: string | null;
}

/** What narrows no list. */
export const nothingNarrowed = { filters: {}, from: null, to: null } as const satisfies Partial<TableView>;

/** What a table can show, as far as its address is concerned. */
export interface TableCapabilities {
  prefix: string;
  filters: readonly Filter[];
  defaultSort: string;
  /** Orders that go with days; undefined where the list cannot be narrowed to them. */
  daySorts: readonly string[] | undefined;
}

export function readView(query: URLSearchParams, { prefix, filters, daySorts }: TableCapabilities): TableView {
  const get = (name: string) => query.get(prefix + name) || null;
  const chosen = filters.flatMap(({ name }) => {
    const value = get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    q: get('q') ?? '',
    filters: Object.fromEntries(chosen),
    from: daySorts ? get('from') : null,
    to: daySorts ? get('to') : null,
    sort: get('sort'),
    cursor: get('cursor'),
  };
}

/** The page's query with this view in it; parameters of others stay. */
export function writeView(query: URLSearchParams, view: TableView, { prefix, filters, daySorts }: TableCapabilities): URLSearchParams {
  const next = new URLSearchParams(query);
  const own = ['q', 'sort', 'cursor', ...(daySorts ? ['from', 'to'] : []), ...filters.map((filter) => filter.name)];
  for (const name of own) next.delete(prefix + name);
  for (const [name, value] of viewParameters(view)) next.set(prefix + name, value);
  return next;
}

/** The view from its first page on, changed; an order that no longer goes with it is given up. */
export function changedView(view: TableView, change: Partial<TableView>, capabilities: TableCapabilities): TableView {
  const next = { ...view, cursor: null, ...change };
  return next.sort !== null && !canSort(next, nameOf(next.sort), capabilities) ? { ...next, sort: null } : next;
}

/** The view with this filter at this value; without it where the value is empty. */
export function withFilter({ filters }: TableView, name: string, value: string): Pick<TableView, 'filters'> {
  const { [name]: _, ...others } = filters;
  return { filters: value === '' ? others : { ...others, [name]: value } };
}

/** How many filters and days narrow the list. */
export function narrowedBy({ filters, from, to }: TableView): number {
  return Object.keys(filters).length + (from !== null || to !== null ? 1 : 0);
}

/** The order in which the view's rows come: what was asked for, else the list's own, else the first that goes with the filters. */
export function orderOf(view: TableView, capabilities: TableCapabilities): { name: string; isDescending: boolean } {
  const [first, ...others] = sortsOf(view, capabilities);
  const allowed = first?.filter((name) => others.every((sorts) => sorts.includes(name)));
  const byItself =
    allowed === undefined || allowed.includes(nameOf(capabilities.defaultSort)) ? capabilities.defaultSort : `-${allowed[0]}`;
  const sort = view.sort ?? byItself;
  return { name: nameOf(sort), isDescending: sort.startsWith('-') };
}

/** Whether the list has this order: a search goes through rows anyway, else the filters and days must go with it. */
export function canSort(view: TableView, name: string, capabilities: TableCapabilities): boolean {
  return view.q !== '' || sortsOf(view, capabilities).every((sorts) => sorts.includes(name));
}

/** The orders of each thing that narrows the list and does not go with all. */
function sortsOf(view: TableView, { filters, daySorts }: TableCapabilities): (readonly string[])[] {
  const ofFilters = filters.flatMap(({ name, sorts }) => (sorts && Object.hasOwn(view.filters, name) ? [sorts] : []));
  return daySorts && (view.from !== null || view.to !== null) ? [...ofFilters, daySorts] : ofFilters;
}

function nameOf(sort: string): string {
  return sort.replace(/^-/, '');
}

/** As query parameters. */
export function viewParameters({ q, filters, from, to, sort, cursor }: TableView): [string, string][] {
  const all: [string, string | null][] = [
    ['q', q],
    ...Object.entries(filters),
    ['from', from],
    ['to', to],
    ['sort', sort],
    ['cursor', cursor],
  ];
  return all.filter((entry): entry is [string, string] => Boolean(entry[1]));
}
