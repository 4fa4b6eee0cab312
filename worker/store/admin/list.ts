/**
 * Lists of the administrators' area: search, one filter, an order, and pages by cursor (the last row's place in that
 * order), so that page 1,000 costs what page 1 does. Without a search each combination that a list offers is served by an
 * index; a search goes through the rows in the list's order and stops when it has enough.
 */
import { listCountedUpTo } from '#schema/rules.ts';
import { batch, firstRow, rows, type Statement, statement } from '#worker/store/sql.ts';
import { searchCondition } from './search.ts';

type Place = string | number;

/** What a list can do. All texts are SQL of ours, never a caller's; `t` is the alias of the table whose rows are listed. */
export interface ListShape {
  /** `table t`, and what is joined to it for searching. */
  from: string;
  /** What is joined only for the rows of the page that is shown. */
  join?: string;
  /** Select list of a row; must hold the id as "id". */
  columns: string;
  /** Rows that are no part of the list: a condition that always holds for what is listed. */
  where?: string;
  /** Texts that a search looks into, joined by line breaks. */
  search: string;
  /** Name -> a NOT NULL column or expression; an index on it and the id serves it. */
  sorts: Record<string, string>;
  /** `name` or `-name` (descending). */
  defaultSort: string;
  /** Name -> what it filters by. */
  filters?: Record<string, ListFilter>;
  /** Column of running_totals with the number of all rows. */
  total?: 'members' | 'cards' | 'ledger_entries' | 'audit_entries';
}

export interface ListFilter {
  /**
   * Value -> condition; or a column, where the values are open (ids, days). It equals the value, or is among what `among`
   * selects for it.
   */
  conditions: Record<string, string> | { column: string; kind: 'number' | 'text'; among?: (value: string) => string };
  /** The sorts that an index serves together with this filter. */
  sorts: readonly string[];
  /** That index, where the planner takes another one by itself. */
  index?: string;
}

export interface ListRequest {
  q: string;
  sort: { name: string; isDescending: boolean };
  filter: { name: string; value: string } | null;
  after: { place: Place; id: number } | null;
  limit: number;
}

export interface ListTotal {
  count: number;
  /** There are more than that. */
  isMinimum: boolean;
}

export interface ListPage<Row> {
  rows: Row[];
  /** Place of the last row, where more follow. */
  next: { place: Place; id: number } | null;
  /** Of all matches; null on later pages, which count nothing. */
  total: ListTotal | null;
}

/** A row as it is read: what is shown of it, and what the page needs. */
export type Listed<Row> = Row & {
  id: number;
  _place: Place;
  /** All matches, where they were counted along. */
  _count?: number;
};

/** A page in one round trip. */
export async function readList<Row, Told extends keyof Row = never>(
  db: D1Database,
  shape: ListShape,
  request: ListRequest,
): Promise<ListPage<Row>> {
  const counts = request.after === null;
  const isSearch = request.q !== '';
  const [page, apart] = await batch(db, [
    pageStatement<Row, Told>(shape, request, counts && isSearch),
    // A search counts along: it goes through the rows once. An index is read twice at less cost than its rows are kept.
    ...(counts && !isSearch ? [countStatement(shape, request)] : []),
  ]);
  const found = rows(page);
  const matched = firstRow(apart)?.count ?? found[0]?._count ?? 0;
  const total = isKept(shape, request) ? { count: matched, isMinimum: false } : totalOf(matched);
  return pageOf(found, request.limit, counts ? total : null);
}

/** Of what was found, one row more than is shown where more follow: the page. */
export function pageOf<Row>(found: Listed<Row>[], limit: number, total: ListTotal | null): ListPage<Row> {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last ? { place: last._place, id: last.id } : null;
  return { rows: shown.map(({ _place, _count, ...row }) => row as Row), next, total };
}

/** What is told of matches that were counted up to one more than that. */
export function totalOf(matched: number): ListTotal {
  return { count: Math.min(matched, listCountedUpTo), isMinimum: matched > listCountedUpTo };
}

type Bind = (value: string | number) => string;

/** The number of all rows is kept; that of a part is counted, as far as it is told. */
function countStatement(shape: ListShape, request: ListRequest): Statement<{ count: number }> {
  if (isKept(shape, request)) return statement<{ count: number }>(`SELECT ${shape.total} AS "count" FROM running_totals WHERE id = 1`);
  const values: (string | number)[] = [];
  const conditions = conditionsOf(shape, request, (value) => `?${values.push(value)}`);
  const limit = `?${values.push(listCountedUpTo + 1)}`;
  return statement<{ count: number }, 'count'>(
    // In the order of the page, so that the same index serves both.
    `SELECT count(*) AS "count" FROM (SELECT 1 FROM ${matchedFrom(shape, request)} WHERE ${conditions.join(' AND ')} ${orderBy(shape, request)} LIMIT ${limit})`,
    ...values,
  );
}

function isKept({ total }: ListShape, { q, filter }: ListRequest): boolean {
  return total !== undefined && q === '' && filter === null;
}

/** The matches, in order, as far as they are needed: for one page, or to count them. Then what is shown of the page's rows. */
function pageStatement<Row, Told extends keyof Row>(shape: ListShape, request: ListRequest, counts: boolean): Statement<Listed<Row>> {
  const place = placeOf(shape, request);
  const [direction, beyond] = request.sort.isDescending ? ['DESC', '<'] : ['ASC', '>'];
  const values: (string | number)[] = [];
  const bind: Bind = (value) => `?${values.push(value)}`;
  const conditions = conditionsOf(shape, request, bind);
  if (request.after) conditions.push(`(${place}, t.id) ${beyond} (${bind(request.after.place)}, ${bind(request.after.id)})`);
  const wanted = request.limit + 1;
  const limit = bind(counts ? Math.max(listCountedUpTo + 1, wanted) : wanted);
  const page = () =>
    `, page AS MATERIALIZED (SELECT * FROM matches ORDER BY place ${direction}, match_id ${direction} LIMIT ${bind(wanted)})`;
  return statement<Listed<Row>, Told | '_place' | '_count'>(
    `WITH matches AS MATERIALIZED (
       SELECT t.id AS match_id, ${place} AS place FROM ${matchedFrom(shape, request)} WHERE ${conditions.join(' AND ')}
       ${orderBy(shape, request)} LIMIT ${limit}
     )${counts ? page() : ''}
     SELECT ${shape.columns}, m.place AS "_place"${counts ? ', (SELECT count(*) FROM matches) AS "_count"' : ''}
     FROM ${counts ? 'page' : 'matches'} m CROSS JOIN ${shape.from} ${shape.join ?? ''} WHERE t.id = m.match_id
     ORDER BY m.place ${direction}, m.match_id ${direction}`,
    ...values,
  );
}

function placeOf({ sorts }: ListShape, { sort }: ListRequest): string {
  const place = sorts[sort.name];
  if (place === undefined) throw new Error(`This list has no order called ${sort.name}`);
  return place;
}

function orderBy(shape: ListShape, request: ListRequest): string {
  const direction = request.sort.isDescending ? 'DESC' : 'ASC';
  return `ORDER BY ${placeOf(shape, request)} ${direction}, t.id ${direction}`;
}

function matchedFrom({ from, filters }: ListShape, { filter }: ListRequest): string {
  const index = filters?.[filter?.name ?? '']?.index;
  return index === undefined ? from : from.replace(/^\w+ t\b/, `$& INDEXED BY ${index}`);
}

function conditionsOf(shape: ListShape, { q, filter }: ListRequest, bind: Bind): string[] {
  const conditions = [shape.where ?? '1'];
  if (filter) conditions.push(filterCondition(shape, filter, bind));
  if (q !== '') conditions.push(searchCondition(shape.search, q, bind));
  return conditions;
}

export function filterCondition(
  shape: ListShape,
  { name, value }: { name: string; value: string },
  bind: (value: string | number) => string,
): string {
  const conditions = shape.filters?.[name]?.conditions ?? {};
  if (!isOpen(conditions)) return conditions[value] ?? '0';
  const { column, kind, among } = conditions;
  const bound = bind(kind === 'number' ? Number(value) : value);
  return among ? `${column} IN (${among(bound)})` : `${column} = ${bound}`;
}

/** Whether a filter takes any value. */
export function isOpen(conditions: ListFilter['conditions']): conditions is Extract<ListFilter['conditions'], { kind: string }> {
  return typeof conditions.column === 'string' && typeof conditions.kind === 'string';
}
