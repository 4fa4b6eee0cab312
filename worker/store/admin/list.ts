/**
 * Lists of the administrators' area: search, filters, dates, sorting, and keyset pagination (the cursor is the last row's sort value and
 * id), so page 1,000 costs what page 1 does. An index serves a single filter or the dates. With several filters, one uses its index and
 * the others are residual: checked row by row, like a search. Each page scans a limited number of rows; if it is not full by then,
 * `scannedRows` is set and the next page goes on from there.
 */

import { listMaxCountedRows, listMaxScannedRows, listMaxSearchedRows } from '#schema/rules.ts';
import { readSearch } from '#worker/domain/admin/search-query.ts';
import { type ExactMatches, exactMatches } from '#worker/store/admin/search/exact-matches.ts';
import { searchCondition } from '#worker/store/admin/search/search.ts';
import type { Database } from '#worker/store/database.ts';
import { type Bind, batchSome, firstRow, rows, type Statement, statement } from '#worker/store/sql.ts';

type Place = string | number;

/** All texts are SQL from our code, never from a request; `t` is the alias of the listed table. */
export interface ListShape {
  /** `table t` and the joins that a search needs. */
  from: string;
  /** Joins for the rows of the page only. */
  join?: string;
  /** Select list of a row; must hold the id as "id". */
  columns: string;
  /** A condition that every listed row meets. */
  where?: string;
  /** The searched texts, joined by line breaks. */
  search: string;
  /** Rows that a search names exactly come first. */
  exact?: ExactMatches;
  /** Name -> a NOT NULL column or expression with an index on it and the id. */
  sorts: Record<string, string>;
  /** `name` or `-name` (descending). */
  defaultSort: string;
  /** Name -> what it filters by. Of several, the first one that is not common leads. */
  filters?: Record<string, ListFilter>;
  /** What `from` and `to` go by; absent where the list takes no dates. */
  dates?: {
    /** The orders by the same column: an index serves dates and order together. */
    sorts: readonly string[];
    /** `asked`: the days of the whole list, of which a later page has one end alone. */
    condition: (dates: DateRange, bind: Bind, requested?: DateRange) => string;
    /** What each row is asked beside, where an index leads no further than near the days. */
    residual?: (dates: DateRange, bind: Bind) => string;
  };
}

export interface ListFilter {
  /**
   * Value -> condition; or a column, where the values are open (ids, days). It equals the value, or is among what `among`
   * selects for it.
   */
  conditions: Record<string, string> | { column: string; kind: 'number' | 'text'; among?: (value: string) => string };
  /** The sorts that an index serves together with this filter. */
  sorts: readonly string[];
  /** That index, by value, where the planner takes another one by itself. */
  indexes?: Record<string, string>;
  /** Values that most rows have: another filter leads, where there is one. */
  common?: readonly string[];
  /** It goes together with that filter alone, and both lead through one index. */
  within?: string;
}

export interface ChosenFilter {
  name: string;
  value: string;
}

/** From the one second on, before the other; null is open. */
export interface DateRange {
  from: number | null;
  until: number | null;
}

/** A list query as the store is asked it: the total that came with a later page is no part of it. */
export interface ListRowsQuery {
  q: string;
  sort: { name: string; isDescending: boolean };
  filters: readonly ChosenFilter[];
  dates: DateRange | null;
  /** The place after which the page begins; without a place, right behind what a search names exactly. */
  after: { place: Place | null; id: number } | null;
  limit: number;
}

export interface ListTotal {
  count: number;
  /** There are more than that. */
  isMinimum: boolean;
}

export interface ListPage<Row> {
  rows: Row[];
  /** Where the next page begins, where more may follow. */
  next: { place: Place | null; id: number } | null;
  /** Of all matches; null on later pages, which count nothing. */
  total: ListTotal | null;
  /** So many rows were looked at, and the page is not full: the next one goes on. Null where all were. */
  scannedRows: number | null;
}

/** A row as it is read: what is shown of it, and what the page needs. */
export type ListRow<Row> = Row & {
  id: number;
  _place: Place;
  /** All matches, where they were counted along. */
  _count?: number;
};

/** A page in one round trip. */
export async function readList<Row, UncheckedColumns extends keyof Row = never>(
  db: Database,
  shape: ListShape,
  request: ListRowsQuery,
): Promise<ListPage<Row>> {
  const isFirst = request.after === null;
  const scansRows = pathOf(shape, request, () => '').residual.length > 0;
  // Rows that are examined one by one are counted in the same pass. Reading an index twice is cheaper than materializing its rows.
  const countsInPage = isFirst && scansRows;
  const [page, exact, scanEnd, count] = await batchSome(db, [
    pageStatement<Row, UncheckedColumns>(shape, request, countsInPage),
    isFirst ? exactStatement<Row, UncheckedColumns>(shape, request) : undefined,
    scansRows ? scanEndStatement(shape, request) : undefined,
    isFirst && !scansRows ? countStatement(shape, request) : undefined,
  ]);
  const [stoppedAt, found] = [firstRow(scanEnd), rows(page)];
  const matched = firstRow(count)?.count ?? (found[0]?._count ?? 0) + rows(exact).length;
  const total = totalOf(matched, stoppedAt !== undefined);
  const read = pageAfterExact(rows(exact), found, request.limit, isFirst ? total : null);
  if (read.next !== null || !stoppedAt) return read;
  return { ...read, next: { place: stoppedAt._place, id: stoppedAt.id }, scannedRows: scanLimit(request) };
}

/** The page that begins with what a search names exactly. */
export function pageAfterExact<Row>(exact: ListRow<Row>[], found: ListRow<Row>[], limit: number, total: ListTotal | null): ListPage<Row> {
  const known = pageOf(exact, limit, null).rows;
  const read = pageOf(found, limit - known.length, total);
  const hasMore = found.length > limit - known.length;
  return { ...read, rows: [...known, ...read.rows], next: hasMore ? (read.next ?? { place: null, id: 0 }) : null };
}

/** Of what was found, one row more than is shown where more follow: the page. */
export function pageOf<Row>(found: ListRow<Row>[], limit: number, total: ListTotal | null): ListPage<Row> {
  const pageRows = found.slice(0, limit);
  const last = pageRows.at(-1);
  const next = found.length > limit && last ? { place: last._place, id: last.id } : null;
  return { rows: pageRows.map(({ _place, _count, ...row }) => row as Row), next, total, scannedRows: null };
}

/** What is told of matches that were counted up to one more than that, and of which more may be where nobody looked. */
export function totalOf(matched: number, hasMore = false): ListTotal {
  return { count: Math.min(matched, listMaxCountedRows), isMinimum: hasMore || matched > listMaxCountedRows };
}

/** How many rows a page looks at: those of a search cost more than those of filters, and are worth more. */
function scanLimit({ q }: ListRowsQuery): number {
  return q === '' ? listMaxScannedRows : listMaxSearchedRows;
}

/** A list of values, and what puts one into it and answers its placeholder. */
function newBindings(): { values: (string | number)[]; bind: Bind } {
  const values: (string | number)[] = [];
  return { values, bind: (value) => `?${values.push(value)}` };
}

/** Counted no further than it is told. */
function countStatement(shape: ListShape, request: ListRowsQuery): Statement<{ count: number }> {
  const { values, bind } = newBindings();
  // In the order of the page, so that the same index serves both.
  return statement<{ count: number }, 'count'>(
    `SELECT count(*) AS "count" FROM (${candidatesQuery(shape, request, bind, listMaxCountedRows + 1)})`,
    values,
  );
}

/** The matches, in order, as far as they are needed: for one page, or to count them. Then what is shown of the page's rows. */
function pageStatement<Row, UncheckedColumns extends keyof Row>(
  shape: ListShape,
  request: ListRowsQuery,
  counts: boolean,
): Statement<ListRow<Row>> {
  const direction = directionOf(request);
  const { values, bind } = newBindings();
  const known = exactIds(shape, request, bind);
  const pageLimit = request.limit + 1;
  const limit = counts ? Math.max(listMaxCountedRows + 1, pageLimit) : pageLimit;
  const { residual } = pathOf(shape, request, () => '');
  // The inner one answers a row at a time and stops with the outer one.
  const matches =
    residual.length > 0
      ? `SELECT match_id, place FROM (${candidatesQuery(shape, request, bind, scanLimit(request))})
         WHERE fits ${known ? `AND match_id NOT IN (SELECT id FROM (${known}))` : ''} LIMIT ${limit}`
      : candidatesQuery(shape, request, bind, limit);
  const page = `, page AS MATERIALIZED (SELECT * FROM matches ORDER BY place ${direction}, match_id ${direction} LIMIT ${pageLimit})`;
  return statement<ListRow<Row>, UncheckedColumns | '_place' | '_count'>(
    `WITH matches AS MATERIALIZED (${matches})${counts ? page : ''}
     SELECT ${shape.columns}, m.place AS "_place"${counts ? ', (SELECT count(*) FROM matches) AS "_count"' : ''}
     FROM ${counts ? 'page' : 'matches'} m CROSS JOIN ${shape.from} ${shape.join ?? ''} WHERE t.id = m.match_id
     ORDER BY m.place ${direction}, m.match_id ${direction}`,
    values,
  );
}

/** Where looking stops, if it does before the rows end. A later page that is full goes on from its last row: then it is not looked for. */
function scanEndStatement(shape: ListShape, request: ListRowsQuery): Statement<{ _place: Place; id: number }> {
  const { values, bind } = newBindings();
  const limit = scanLimit(request);
  // To look for a text twice costs more than to count rows.
  const mayFillPage = request.after !== null && request.q === '';
  const fillsPage = () =>
    `(SELECT count(*) FROM (SELECT 1 FROM (${candidatesQuery(shape, request, bind, limit)}) WHERE fits LIMIT ${request.limit + 1})) > ${request.limit}`;
  return statement<{ _place: Place; id: number }, '_place'>(
    `SELECT place AS "_place", match_id AS "id"
     FROM (${candidatesQuery(shape, request, bind, limit, '')}) LIMIT ${mayFillPage ? `iif(${fillsPage()}, 0, 1)` : 1} OFFSET ${limit - 1}`,
    values,
  );
}

/**
 * The rows on the way, in order, at most so many, as `match_id`, `place` and whether the rest `fits`. Behind a place, those
 * that share it come first, by their ids: SQLite compares both at once only at the cost of all that share it.
 */
function candidatesQuery(shape: ListShape, request: ListRowsQuery, bind: Bind, limit: number, q = request.q): string {
  const { after, sort } = request;
  const place = placeOf(shape, request);
  const { from, indexed, residual } = pathOf(shape, request, bind, q);
  const fits = residual.length > 0 ? `, (${residual.join(' AND ')}) AS fits` : '';
  const part = (beyond: string[], order = orderBy(shape, request)) =>
    `SELECT t.id AS match_id, ${place} AS place${fits} FROM ${from} WHERE ${[...indexed, ...beyond].join(' AND ')} ${order} LIMIT ${limit}`;
  if (after === null || after.place === null) return part([]);
  const [at, id, beyond] = [bind(after.place), bind(after.id), sort.isDescending ? '<' : '>'];
  if (place === 't.id') return part([`t.id ${beyond} ${id}`]);
  // Of an expression SQLite does not see that it is the same in all of them.
  const sharing = part([`${place} = ${at}`, `t.id ${beyond} ${id}`], `ORDER BY t.id ${directionOf(request)}`);
  const parts = [sharing, part([`${place} ${beyond} ${at}`])];
  return `${parts.map((sql) => `SELECT * FROM (${sql})`).join(' UNION ALL ')} LIMIT ${limit}`;
}

/** What the search names exactly, as far as the filters and dates allow it. */
function exactStatement<Row, UncheckedColumns extends keyof Row>(
  shape: ListShape,
  request: ListRowsQuery,
): Statement<ListRow<Row>> | undefined {
  const { values, bind } = newBindings();
  const known = exactIds(shape, request, bind);
  if (known === undefined) return undefined;
  const { indexed, residual } = pathOf(shape, request, bind, '');
  const place = placeOf(shape, request);
  const direction = directionOf(request);
  return statement<ListRow<Row>, UncheckedColumns | '_place'>(
    `WITH known AS MATERIALIZED (${known}) SELECT ${shape.columns}, ${place} AS "_place"
     FROM known CROSS JOIN ${shape.from} ${shape.join ?? ''} WHERE t.id = known.id AND ${[...indexed, ...residual].join(' AND ')}
     ORDER BY known.rank, ${place} ${direction}, t.id ${direction}`,
    values,
  );
}

/** No more than a page shows: what stands first on one page stands on no other. */
function exactIds({ exact }: ListShape, { q, limit }: ListRowsQuery, bind: Bind): string | undefined {
  return q === '' || !exact ? undefined : exactMatches(exact, q, readSearch(q), bind, limit);
}

function placeOf({ sorts }: ListShape, { sort }: ListRowsQuery): string {
  const place = sorts[sort.name];
  if (place === undefined) throw new Error(`This list has no order called ${sort.name}`);
  return place;
}

function directionOf({ sort }: ListRowsQuery): 'ASC' | 'DESC' {
  return sort.isDescending ? 'DESC' : 'ASC';
}

function orderBy(shape: ListShape, request: ListRowsQuery): string {
  const direction = directionOf(request);
  return `ORDER BY ${placeOf(shape, request)} ${direction}, t.id ${direction}`;
}

/** The conditions that an index serves in the order of the request; and the rest, which each row on the way is asked. */
function pathOf(
  shape: ListShape,
  request: ListRowsQuery,
  bind: Bind,
  q = request.q,
): { from: string; indexed: string[]; residual: string[] } {
  const { sort, filters, dates } = request;
  const definitionOf = (chosen: ChosenFilter) => shape.filters?.[chosen.name];
  const indexedFilters = filters.filter((chosen) => definitionOf(chosen)?.sorts.includes(sort.name));
  const leadingFilter = indexedFilters.find((chosen) => !definitionOf(chosen)?.common?.includes(chosen.value)) ?? indexedFilters[0];
  const leadingFilters = leadingFilter
    ? filters.filter((chosen) => chosen === leadingFilter || definitionOf(chosen)?.within === leadingFilter.name)
    : [];
  const index = leadingFilter && definitionOf(leadingFilter)?.indexes?.[leadingFilter.value];
  const datesAreIndexed = shape.dates?.sorts.includes(sort.name) ?? false;
  const dateConditions =
    dates && shape.dates ? [shape.dates.condition(datesAreIndexed ? remainingDates(dates, request) : dates, bind, dates)] : [];
  const indexed = [
    shape.where ?? '1',
    ...leadingFilters.map((chosen) => filterCondition(shape, chosen, bind)),
    ...(datesAreIndexed ? dateConditions : []),
  ];
  return {
    from: index === undefined ? shape.from : shape.from.replace(/^\w+ t\b/, `$& INDEXED BY ${index}`),
    indexed,
    residual: [
      ...filters.filter((chosen) => !leadingFilters.includes(chosen)).map((chosen) => filterCondition(shape, chosen, bind)),
      ...(datesAreIndexed ? [] : dateConditions),
      ...(dates && shape.dates?.residual ? [shape.dates.residual(dates, bind)] : []),
      ...(q === '' ? [] : [searchCondition(shape.search, q, bind)]),
    ],
  };
}

/** Behind a place, the days end on one side alone: of two bounds on one side SQLite may take the one that keeps more. */
export function remainingDates(dates: DateRange, { after, sort }: ListRowsQuery): DateRange {
  if (after === null || after.place === null) return dates;
  return sort.isDescending ? { ...dates, until: null } : { ...dates, from: null };
}

export function filterCondition(shape: ListShape, { name, value }: ChosenFilter, bind: Bind): string {
  const conditions = shape.filters?.[name]?.conditions ?? {};
  if (!takesAnyValue(conditions)) return conditions[value] ?? '0';
  const { column, kind, among } = conditions;
  const bound = bind(kind === 'number' ? Number(value) : value);
  return among ? `${column} IN (${among(bound)})` : `${column} = ${bound}`;
}

/** The conditions of a filter by a column of few values. */
export const columnConditions = (column: string, values: readonly string[]) =>
  Object.fromEntries(values.map((value) => [value, `t.${column} = '${value}'`]));

/** The dates of a list whose rows have the second in a column. */
export function dateFilter(column: string, sorts: readonly string[]): NonNullable<ListShape['dates']> {
  return {
    sorts,
    condition: ({ from, until }, bind) =>
      [...(from === null ? [] : [`${column} >= ${bind(from)}`]), ...(until === null ? [] : [`${column} < ${bind(until)}`])].join(' AND ') ||
      '1',
  };
}

/** Whether a filter takes any value. */
export function takesAnyValue(conditions: ListFilter['conditions']): conditions is Extract<ListFilter['conditions'], { kind: string }> {
  return typeof conditions.column === 'string' && typeof conditions.kind === 'string';
}
