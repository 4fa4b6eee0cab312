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
  /** With several filters, the first whose value is not common uses its index. */
  filters?: Record<string, ListFilter>;
  /** Absent if the list cannot be filtered by date. */
  dates?: {
    /** Sorts by the same column: one index serves dates and sorting. */
    sorts: readonly string[];
    /** `requested`: the dates of the whole list; on later pages, `dates` has only one end. */
    condition: (dates: DateRange, bind: Bind, requested?: DateRange) => string;
    /** Checked per row, if the index only narrows the rows down to nearby dates. */
    residual?: (dates: DateRange, bind: Bind) => string;
  };
}

export interface ListFilter {
  /** Value -> condition; or a column that equals any value (ids, days), or that is one of those that `among` selects for it. */
  conditions: Record<string, string> | { column: string; kind: 'number' | 'text'; among?: (value: string) => string };
  /** Sorts that one index serves together with this filter. */
  sorts: readonly string[];
  /** Value -> that index, if the planner would choose another. */
  indexes?: Record<string, string>;
  /** Values that most rows have: another filter's index is preferred. */
  common?: readonly string[];
  /** The filter whose index also serves this one. */
  within?: string;
}

export interface ChosenFilter {
  name: string;
  value: string;
}

/** Half-open range [from, until) in Unix seconds; null is unbounded. */
export interface DateRange {
  from: number | null;
  until: number | null;
}

export interface ListRowsQuery {
  q: string;
  sort: { name: string; isDescending: boolean };
  filters: readonly ChosenFilter[];
  dates: DateRange | null;
  /** The cursor; with a null place, the page begins right after the exact matches. */
  after: { place: Place | null; id: number } | null;
  limit: number;
}

export interface ListTotal {
  count: number;
  /** There may be more. */
  isMinimum: boolean;
}

export interface ListPage<Row> {
  rows: Row[];
  /** Cursor of the next page; null on the last one. */
  next: { place: Place | null; id: number } | null;
  /** Of all matches; null on later pages. */
  total: ListTotal | null;
  /** The number of rows scanned, if that limit ended the page early; else null. */
  scannedRows: number | null;
}

/** A row with the columns that paging needs. */
export type ListRow<Row> = Row & {
  id: number;
  _place: Place;
  /** All matches, if the page counts them. */
  _count?: number;
};

/** Reads a page in one round trip. */
export async function readList<Row, UncheckedColumns extends keyof Row = never>(
  db: Database,
  shape: ListShape,
  request: ListRowsQuery,
): Promise<ListPage<Row>> {
  const isFirst = request.after === null;
  const scansRows = pathOf(shape, request, () => '').residual.length > 0;
  // Rows checked one by one are counted in the same pass. Reading an index twice is cheaper than materializing its rows.
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

/** A page that begins with the exact matches of a search. */
export function pageAfterExact<Row>(exact: ListRow<Row>[], found: ListRow<Row>[], limit: number, total: ListTotal | null): ListPage<Row> {
  const known = pageOf(exact, limit, null).rows;
  const read = pageOf(found, limit - known.length, total);
  const hasMore = found.length > limit - known.length;
  return { ...read, rows: [...known, ...read.rows], next: hasMore ? (read.next ?? { place: null, id: 0 }) : null };
}

/** `found` holds one row more than the page if more follow. */
export function pageOf<Row>(found: ListRow<Row>[], limit: number, total: ListTotal | null): ListPage<Row> {
  const pageRows = found.slice(0, limit);
  const last = pageRows.at(-1);
  const next = found.length > limit && last ? { place: last._place, id: last.id } : null;
  return { rows: pageRows.map(({ _place, _count, ...row }) => row as Row), next, total, scannedRows: null };
}

/** `matched` is counted up to one more than the limit; `hasMore`: rows were left unscanned. */
export function totalOf(matched: number, hasMore = false): ListTotal {
  return { count: Math.min(matched, listMaxCountedRows), isMinimum: hasMore || matched > listMaxCountedRows };
}

/** Rows scanned per page. */
function scanLimit({ q }: ListRowsQuery): number {
  return q === '' ? listMaxScannedRows : listMaxSearchedRows;
}

function newBindings(): { values: (string | number)[]; bind: Bind } {
  const values: (string | number)[] = [];
  return { values, bind: (value) => `?${values.push(value)}` };
}

function countStatement(shape: ListShape, request: ListRowsQuery): Statement<{ count: number }> {
  const { values, bind } = newBindings();
  // Sorted like the page, so that the same index serves both.
  return statement<{ count: number }, 'count'>(
    `SELECT count(*) AS "count" FROM (${candidatesQuery(shape, request, bind, listMaxCountedRows + 1)})`,
    values,
  );
}

/** Selects the ids of the matches first, as many as the page or the count needs, then the columns of the page's rows. */
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
  // SQLite evaluates the inner query row by row and stops it with the outer LIMIT.
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

/** The last row within the scan limit, if there are more. Skipped on later pages that are full: their last row is the cursor. */
function scanEndStatement(shape: ListShape, request: ListRowsQuery): Statement<{ _place: Place; id: number }> {
  const { values, bind } = newBindings();
  const limit = scanLimit(request);
  // Searching for a text twice costs more than counting rows.
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
 * Up to `limit` rows that meet the indexed conditions, sorted, as `match_id`, `place` and whether they meet the residual ones (`fits`).
 * Rows with the cursor's place come first, by id: comparing both at once would make SQLite read all rows with that place.
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
  // SQLite does not see that a sort expression has the same value in all of these rows.
  const sharing = part([`${place} = ${at}`, `t.id ${beyond} ${id}`], `ORDER BY t.id ${directionOf(request)}`);
  const parts = [sharing, part([`${place} ${beyond} ${at}`])];
  return `${parts.map((sql) => `SELECT * FROM (${sql})`).join(' UNION ALL ')} LIMIT ${limit}`;
}

/** Rows that the search names exactly and that meet the filters and dates. */
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

/** At most one page of ids: exact matches appear on the first page only. */
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

/** Splits the conditions into those that an index serves in the requested order, and the residual ones, checked per row. */
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

/** After a cursor, only the far end of the dates: with two bounds on one side, SQLite may use the weaker one. */
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

/** The conditions of a filter by a column with few values. */
export const columnConditions = (column: string, values: readonly string[]) =>
  Object.fromEntries(values.map((value) => [value, `t.${column} = '${value}'`]));

/** Filters a list by a column of Unix seconds. */
export function dateFilter(column: string, sorts: readonly string[]): NonNullable<ListShape['dates']> {
  return {
    sorts,
    condition: ({ from, until }, bind) =>
      [...(from === null ? [] : [`${column} >= ${bind(from)}`]), ...(until === null ? [] : [`${column} < ${bind(until)}`])].join(' AND ') ||
      '1',
  };
}

export function takesAnyValue(conditions: ListFilter['conditions']): conditions is Extract<ListFilter['conditions'], { kind: string }> {
  return typeof conditions.column === 'string' && typeof conditions.kind === 'string';
}
