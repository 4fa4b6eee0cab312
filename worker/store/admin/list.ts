/**
 * Search, filters, dates, sorting and keyset pagination for admin lists. The cursor is the last row's sort value and id, so page 1,000
 * costs the same as page 1. An index serves either one filter or the date range; all other filters and searches are checked row by row.
 * Each page scans a limited number of rows. If the page is not full when the limit is reached, `scannedRows` is set and the next page
 * continues from the last scanned row.
 */

import { listMaxRowsToCount, listMaxScannedRows, listMaxSearchedRows, maxCountedRows } from '#schema/rules.ts';
import { readSearch } from '#worker/domain/admin/search-query.ts';
import { type ExactMatches, exactMatches } from '#worker/store/admin/search/exact-matches.ts';
import { searchCondition } from '#worker/store/admin/search/search.ts';
import type { Database } from '#worker/store/database.ts';
import { type Bind, batchOptional, firstRow, queryFirst, rows, type Statement, statement } from '#worker/store/sql.ts';

type Place = string | number;

/** Defines a list and its queries. All strings are SQL from our code, never from a request; `t` is the alias of the listed table. */
export interface ListShape {
  from: string;
  /** Joins needed only for the displayed rows. */
  join?: string;
  /** Selected columns, as SQL; must select the row id AS "id". */
  columns: string;
  where?: string;
  /** SQL condition that no index serves, so it is checked row by row. */
  residual?: string;
  /** SQL for the text to search: the columns, joined by line breaks. */
  search: string;
  /** SQL for the names to search as `nameKey` stores them (worker/domain/accounts/search-keys.ts). */
  names?: string;
  exact?: ExactMatches;
  /** Maps each sort name to a NOT NULL column or expression that is indexed together with the id. */
  sorts: Record<string, string>;
  /** Default sort: `name` for ascending, `-name` for descending order. */
  defaultSort: string;
  /** The list's filters. If several are set, the query uses the index of the first one whose value is not listed in `common`. */
  filters?: Record<string, ListFilter>;
  dates?: {
    /** Names of the sorts that use the filtered date column. The column's index serves both the filter and the sort order. */
    sorts: readonly string[];
    /**
     * Returns the SQL condition for the date range. `requested` is the date range of the whole list; on later pages, `dates` omits the
     * bound that the cursor implies.
     */
    condition: (dates: DateRange, bind: Bind, requested?: DateRange) => string;
    /** SQL condition that is checked row by row. Needed if the indexed `condition` matches the dates only approximately. */
    residual?: (dates: DateRange, bind: Bind) => string;
  };
}

export interface ListFilter {
  /**
   * Maps each filter value to an SQL condition. Columns with arbitrary values (ids, days) give the column name instead; the filter then
   * matches the value itself, any row that `selectRows` returns for it, or what `condition` returns for it.
   */
  conditions:
    | Record<string, string>
    | { column: string; kind: 'number' | 'text'; selectRows?: (value: string) => string; condition?: (value: string) => string };
  /** Names of sorts whose index also serves this filter. */
  sorts: readonly string[];
  /** Maps a filter value to the index to use if SQLite's planner would choose another. */
  indexes?: Record<string, string>;
  /** Values shared by most rows, which make the index unselective. If another filter is set, its index is used instead. */
  common?: readonly string[];
  /** Name of another filter that must also be set because one index serves both. */
  within?: string;
  /** Set if no index serves the filter, so it is checked row by row. */
  isScanned?: true;
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

/** A list query without the total. On later pages, the cursor contains the total. */
export interface ListRowsQuery {
  q: string;
  sort: { name: string; isDescending: boolean };
  filters: readonly ChosenFilter[];
  dates: DateRange | null;
  /**
   * Last row of the previous page, or null for the first page. If the row's sort value (`place`) is null, the page begins right after the
   * exact matches.
   */
  after: { place: Place | null; id: number } | null;
  limit: number;
  omitsTotal?: boolean;
}

export interface ListTotal {
  count: number;
  isMinimum: boolean;
}

export interface ListPage<Row> {
  rows: Row[];
  next: { place: Place | null; id: number } | null;
  /** Number of matching rows; null if they were not counted, as on later pages. */
  total: ListTotal | null;
  /**
   * Number of rows scanned if the scan stopped before filling the page; the next page continues from there. Null if all rows were scanned.
   */
  scannedRows: number | null;
}

export type ListRow<Row> = Row & {
  id: number;
  _place: Place;
  _count?: number;
};

export async function readList<Row, UncheckedColumns extends keyof Row = never>(
  db: Database,
  shape: ListShape,
  request: ListRowsQuery,
): Promise<ListPage<Row>> {
  const isFirst = request.after === null;
  const scansRows = findAccessPath(shape, request, () => '').residual.length > 0;
  // If rows are checked one by one, they are counted in the same pass. If an index serves the list, a second query is cheaper than
  // materializing the rows.
  const counts = isFirst && !request.omitsTotal;
  const countsInPage = counts && scansRows;
  const [page, exact, scanEnd, count] = await batchOptional(db, [
    pageStatement<Row, UncheckedColumns>(shape, request, countsInPage),
    isFirst ? exactStatement<Row, UncheckedColumns>(shape, request) : undefined,
    scansRows ? scanEndStatement(shape, request) : undefined,
    counts && !scansRows ? countStatement(shape, request) : undefined,
  ]);
  const [lastScanned, foundRows] = [firstRow(scanEnd), rows(page)];
  const matchCount = firstRow(count)?.count ?? (foundRows[0]?._count ?? 0) + rows(exact).length;
  const isCountedFurther = counts && lastScanned !== undefined && request.q === '';
  const total = isCountedFurther ? await countFurther(db, shape, request) : toListTotal(matchCount, lastScanned !== undefined);
  const foundPage = pageAfterExact(rows(exact), foundRows, request.limit, counts ? total : null);
  if (foundPage.next !== null || !lastScanned) return foundPage;
  return { ...foundPage, next: { place: lastScanned._place, id: lastScanned.id }, scannedRows: scanLimit(request) };
}

export function pageAfterExact<Row>(
  exact: ListRow<Row>[],
  foundRows: ListRow<Row>[],
  limit: number,
  total: ListTotal | null,
): ListPage<Row> {
  const exactRows = toListPage(exact, limit, null).rows;
  const read = toListPage(foundRows, limit - exactRows.length, total);
  const hasMore = foundRows.length > limit - exactRows.length;
  return { ...read, rows: [...exactRows, ...read.rows], next: hasMore ? (read.next ?? { place: null, id: 0 }) : null };
}

/** Returns the page's rows. `foundRows` contains one extra row if more rows follow. */
export function toListPage<Row>(foundRows: ListRow<Row>[], limit: number, total: ListTotal | null): ListPage<Row> {
  const pageRows = foundRows.slice(0, limit);
  const last = pageRows.at(-1);
  const next = foundRows.length > limit && last ? { place: last._place, id: last.id } : null;
  return { rows: pageRows.map(({ _place, _count, ...row }) => row as Row), next, total, scannedRows: null };
}

/** `matchCount` is capped at one more than the maximum. `hasMore` is true if unscanned rows may also match. */
export function toListTotal(matchCount: number, hasMore = false): ListTotal {
  return { count: Math.min(matchCount, maxCountedRows), isMinimum: hasMore || matchCount > maxCountedRows };
}

/** Maximum number of rows to scan for one page. Searches have a higher limit, although each row costs more. */
function scanLimit({ q }: ListRowsQuery): number {
  return q === '' ? listMaxScannedRows : listMaxSearchedRows;
}

function newBindings(): { values: (string | number)[]; bind: Bind } {
  const values: (string | number)[] = [];
  return { values, bind: (value) => `?${values.push(value)}` };
}

/** Counts the matches of a list whose scan stopped before its end. */
async function countFurther(db: Database, shape: ListShape, request: ListRowsQuery): Promise<ListTotal> {
  const { values, bind } = newBindings();
  const counted = await queryFirst<{ count: number; scanned: number }, 'count' | 'scanned'>(
    db,
    `SELECT coalesce(sum(fits), 0) AS "count", count(*) AS "scanned" FROM (${candidatesQuery(shape, request, bind, listMaxRowsToCount)})`,
    values,
  );
  return toListTotal(counted?.count ?? 0, counted?.scanned === listMaxRowsToCount);
}

function countStatement(shape: ListShape, request: ListRowsQuery): Statement<{ count: number }> {
  const { values, bind } = newBindings();
  // Counts in page order so that one index serves both this query and the page's query.
  return statement<{ count: number }, 'count'>(
    `SELECT count(*) AS "count" FROM (${candidatesQuery(shape, request, bind, maxCountedRows + 1)})`,
    values,
  );
}

function pageStatement<Row, UncheckedColumns extends keyof Row>(
  shape: ListShape,
  request: ListRowsQuery,
  counts: boolean,
): Statement<ListRow<Row>> {
  const direction = sortDirection(request);
  const { values, bind } = newBindings();
  const exactMatchIds = exactIds(shape, request, bind);
  const pageLimit = request.limit + 1;
  const limit = counts ? Math.max(maxCountedRows + 1, pageLimit) : pageLimit;
  const { residual } = findAccessPath(shape, request, () => '');
  // SQLite evaluates the inner query row by row, so it stops when the outer query stops.
  const matches =
    residual.length > 0
      ? `SELECT match_id, place FROM (${candidatesQuery(shape, request, bind, scanLimit(request))})
         WHERE fits ${exactMatchIds ? `AND match_id NOT IN (SELECT id FROM (${exactMatchIds}))` : ''} LIMIT ${limit}`
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

/**
 * Returns the row at which the scan stops, or no row if the list ends first. A full page after the first one also returns no row because
 * the next page continues from its last row.
 */
function scanEndStatement(shape: ListShape, request: ListRowsQuery): Statement<{ _place: Place; id: number }> {
  const { values, bind } = newBindings();
  const limit = scanLimit(request);
  // On pages without a total, the row where the scan stopped is needed only if the page is not full, so the query checks that first.
  // Searches skip this check because searching the rows twice costs more than finding that row.
  const mayFillPage = (request.after !== null || request.omitsTotal) && request.q === '';
  const fillsPage = () =>
    `(SELECT count(*) FROM (SELECT 1 FROM (${candidatesQuery(shape, request, bind, limit)}) WHERE fits LIMIT ${request.limit + 1})) > ${request.limit}`;
  return statement<{ _place: Place; id: number }, '_place'>(
    `SELECT place AS "_place", match_id AS "id"
     FROM (${candidatesQuery(shape, request, bind, limit, '')}) LIMIT ${mayFillPage ? `iif(${fillsPage()}, 0, 1)` : 1} OFFSET ${limit - 1}`,
    values,
  );
}

/**
 * Selects up to `limit` rows that meet the indexed conditions, in order, as `match_id`, `place` and whether they meet the residual
 * conditions (`fits`). Rows with the cursor's sort value come first, sorted by id. A separate query selects them because a combined
 * comparison would make SQLite read all rows with that value.
 */
function candidatesQuery(shape: ListShape, request: ListRowsQuery, bind: Bind, limit: number, q = request.q): string {
  const { after, sort } = request;
  const place = sortExpression(shape, request);
  const { from, indexed, residual } = findAccessPath(shape, request, bind, q);
  const fits = residual.length > 0 ? `, (${residual.join(' AND ')}) AS fits` : '';
  const selectCandidates = (cursorConditions: string[], order = orderBy(shape, request)) =>
    `SELECT t.id AS match_id, ${place} AS place${fits} FROM ${from} WHERE ${[...indexed, ...cursorConditions].join(' AND ')} ${order} LIMIT ${limit}`;
  if (after === null || after.place === null) return selectCandidates([]);
  const [at, id, beyond] = [bind(after.place), bind(after.id), sort.isDescending ? '<' : '>'];
  if (place === 't.id') return selectCandidates([`t.id ${beyond} ${id}`]);
  // Within the same sort value, sorts by id only, because SQLite does not recognize the sort expression as constant.
  const samePlaceRows = selectCandidates([`${place} = ${at}`, `t.id ${beyond} ${id}`], `ORDER BY t.id ${sortDirection(request)}`);
  const parts = [samePlaceRows, selectCandidates([`${place} ${beyond} ${at}`])];
  return `${parts.map((sql) => `SELECT * FROM (${sql})`).join(' UNION ALL ')} LIMIT ${limit}`;
}

function exactStatement<Row, UncheckedColumns extends keyof Row>(
  shape: ListShape,
  request: ListRowsQuery,
): Statement<ListRow<Row>> | undefined {
  const { values, bind } = newBindings();
  const exactMatchIds = exactIds(shape, request, bind);
  if (exactMatchIds === undefined) return undefined;
  const { indexed, residual } = findAccessPath(shape, request, bind, '');
  const place = sortExpression(shape, request);
  const direction = sortDirection(request);
  return statement<ListRow<Row>, UncheckedColumns | '_place'>(
    `WITH known AS MATERIALIZED (${exactMatchIds}) SELECT ${shape.columns}, ${place} AS "_place"
     FROM known CROSS JOIN ${shape.from} ${shape.join ?? ''} WHERE t.id = known.id AND ${[...indexed, ...residual].join(' AND ')}
     ORDER BY known.rank, ${place} ${direction}, t.id ${direction}`,
    values,
  );
}

/** Selects at most one page of exact matches so that none appears on two pages. */
function exactIds({ exact }: ListShape, { q, limit }: ListRowsQuery, bind: Bind): string | undefined {
  return q === '' || !exact ? undefined : exactMatches(exact, q, readSearch(q), bind, limit);
}

function sortExpression({ sorts }: ListShape, { sort }: ListRowsQuery): string {
  const place = sorts[sort.name];
  if (place === undefined) throw new Error(`Unknown sort order ${sort.name}`);
  return place;
}

function sortDirection({ sort }: ListRowsQuery): 'ASC' | 'DESC' {
  return sort.isDescending ? 'DESC' : 'ASC';
}

function orderBy(shape: ListShape, request: ListRowsQuery): string {
  const direction = sortDirection(request);
  return `ORDER BY ${sortExpression(shape, request)} ${direction}, t.id ${direction}`;
}

/** Splits conditions into those that an index serves in the requested order, and conditions that must be checked row by row. */
function findAccessPath(
  shape: ListShape,
  request: ListRowsQuery,
  bind: Bind,
  q = request.q,
): { from: string; indexed: string[]; residual: string[] } {
  const { sort, filters, dates } = request;
  const getFilterDefinition = (filter: ChosenFilter) => shape.filters?.[filter.name];
  const indexedFilters = filters.filter((filter) => {
    const definition = getFilterDefinition(filter);
    return definition?.sorts.includes(sort.name) && !definition.isScanned;
  });
  const leadingFilter = indexedFilters.find((filter) => !getFilterDefinition(filter)?.common?.includes(filter.value)) ?? indexedFilters[0];
  const leadingFilters = leadingFilter
    ? filters.filter((filter) => filter === leadingFilter || getFilterDefinition(filter)?.within === leadingFilter.name)
    : [];
  const index = leadingFilter && getFilterDefinition(leadingFilter)?.indexes?.[leadingFilter.value];
  const datesAreIndexed = shape.dates?.sorts.includes(sort.name) ?? false;
  const dateConditions =
    dates && shape.dates ? [shape.dates.condition(datesAreIndexed ? remainingDates(dates, request) : dates, bind, dates)] : [];
  const indexed = [
    shape.where ?? '1',
    ...leadingFilters.map((filter) => filterCondition(shape, filter, bind)),
    ...(datesAreIndexed ? dateConditions : []),
  ];
  return {
    from: index === undefined ? shape.from : shape.from.replace(/^\w+ t\b/, `$& INDEXED BY ${index}`),
    indexed,
    residual: [
      ...(shape.residual === undefined ? [] : [shape.residual]),
      ...filters.filter((filter) => !leadingFilters.includes(filter)).map((filter) => filterCondition(shape, filter, bind)),
      ...(datesAreIndexed ? [] : dateConditions),
      ...(dates && shape.dates?.residual ? [shape.dates.residual(dates, bind)] : []),
      ...(q === '' ? [] : [searchCondition(shape, q, bind)]),
    ],
  };
}

/**
 * Returns the date bounds to apply after a cursor. Omits the bound that the cursor implies because SQLite may use the weaker of two bounds
 * on the same side.
 */
export function remainingDates(dates: DateRange, { after, sort }: ListRowsQuery): DateRange {
  if (after === null || after.place === null) return dates;
  return sort.isDescending ? { ...dates, until: null } : { ...dates, from: null };
}

export function filterCondition(shape: ListShape, { name, value }: ChosenFilter, bind: Bind): string {
  const conditions = shape.filters?.[name]?.conditions ?? {};
  if (!acceptsAnyValue(conditions)) return conditions[value] ?? '0';
  const { column, kind, selectRows, condition } = conditions;
  const boundValue = bind(kind === 'number' ? Number(value) : value);
  if (condition) return condition(boundValue);
  return selectRows ? `${column} IN (${selectRows(boundValue)})` : `${column} = ${boundValue}`;
}

export const columnConditions = (column: string, values: readonly string[]) =>
  Object.fromEntries(values.map((value) => [value, `t.${column} = '${value}'`]));

export function dateFilter(column: string, sorts: readonly string[]): NonNullable<ListShape['dates']> {
  return {
    sorts,
    condition: ({ from, until }, bind) =>
      [...(from === null ? [] : [`${column} >= ${bind(from)}`]), ...(until === null ? [] : [`${column} < ${bind(until)}`])].join(' AND ') ||
      '1',
  };
}

export function acceptsAnyValue(conditions: ListFilter['conditions']): conditions is Extract<ListFilter['conditions'], { kind: string }> {
  return typeof conditions.column === 'string' && typeof conditions.kind === 'string';
}
