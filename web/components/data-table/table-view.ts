/** What of a list is shown: its search, filter, order and page, and how the address says it. */
import type { Filter } from '#web/components/data-table/data-table.ts';

export interface TableView {
  q: string;
  filter: { name: string; value: string } | null;
  /** `name` or `-name`; null is the order that the list has by itself. */
  sort: string | null;
  /** Where the page begins; null is the first one. */
  cursor: string | null;
}

/** What a table can show, as far as its address is concerned. */
export interface TableOffer {
  prefix: string;
  filters: readonly Filter[];
  defaultSort: string;
}

export function readView(query: URLSearchParams, { prefix, filters }: TableOffer): TableView {
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
export function writeView(query: URLSearchParams, view: TableView, { prefix, filters }: TableOffer): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ['q', 'sort', 'cursor', ...filters.map((filter) => filter.name)]) next.delete(prefix + name);
  for (const [name, value] of parameters(view)) next.set(prefix + name, value);
  return next;
}

/** Address of the page of the list that the view shows. */
export function listAddress(path: string, view: TableView, pageRows?: number): string {
  const limit: [string, string][] = pageRows === undefined ? [] : [['limit', String(pageRows)]];
  return withQuery(path, [...parameters(view), ...limit]);
}

/** Address of all that the view's filter and search find, as CSV. */
export function exportAddress(path: string, view: TableView): string {
  return withQuery(`${path}/export.csv`, parameters({ ...view, cursor: null }));
}

/** The view from its first page on, changed; an order that no longer goes with it is given up. */
export function changedView(view: TableView, change: Partial<TableView>, offer: TableOffer): TableView {
  const next = { ...view, cursor: null, ...change };
  return next.sort !== null && !canSort(next, nameOf(next.sort), offer) ? { ...next, sort: null } : next;
}

/** The order in which the view's rows come: what was asked for, else the list's own, else the first that goes with the filter. */
export function orderOf(view: TableView, offer: TableOffer): { name: string; isDescending: boolean } {
  const allowed = filterOf(view, offer)?.sorts;
  const byItself = allowed === undefined || allowed.includes(nameOf(offer.defaultSort)) ? offer.defaultSort : `-${allowed[0]}`;
  const sort = view.sort ?? byItself;
  return { name: nameOf(sort), isDescending: sort.startsWith('-') };
}

/** Whether the list has this order: a search goes through all rows anyway, else the filter must offer it. */
export function canSort(view: TableView, name: string, offer: TableOffer): boolean {
  const allowed = filterOf(view, offer)?.sorts;
  return view.q !== '' || allowed === undefined || allowed.includes(name);
}

function filterOf(view: TableView, offer: TableOffer): Filter | undefined {
  return offer.filters.find(({ name }) => name === view.filter?.name);
}

function nameOf(sort: string): string {
  return sort.replace(/^-/, '');
}

function parameters({ q, filter, sort, cursor }: TableView): [string, string][] {
  const all: [string, string | null][] = [
    ['q', q],
    [filter?.name ?? '', filter?.value ?? ''],
    ['sort', sort],
    ['cursor', cursor],
  ];
  return all.filter((entry): entry is [string, string] => Boolean(entry[1]));
}

function withQuery(path: string, entries: [string, string][]): string {
  const query = new URLSearchParams(entries).toString();
  return query === '' ? path : `${path}?${query}`;
}
