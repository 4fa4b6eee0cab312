/** Validates a list query against the list's capabilities. */
import { base64url } from 'jose';
import * as v from 'valibot';
import type { ListParameters } from '#schema/admin/list.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { parseDay } from '#worker/domain/instant.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';

export interface ListCapabilities {
  sorts: Record<string, unknown>;
  defaultSort: string;
  /**
   * Filters by name. Each filter defines its accepted values (undefined accepts any), the sort orders it allows, and any other filter that
   * it requires.
   */
  filters: Record<
    string,
    { values: readonly string[] | undefined; isNumber: boolean; sorts: readonly string[]; within?: string | undefined }
  >;
  /** Sort orders that can be combined with a date range; null if the list cannot be filtered by date. */
  dates: { sorts: readonly string[] } | null;
}

const Cursor = v.tuple([
  v.nullable(v.union([v.string(), v.number()])),
  v.pipe(v.number(), v.integer()),
  v.nullable(v.tuple([v.number(), v.boolean()])),
]);

const invalidDayMessage = 'This date does not exist. Use YYYY-MM-DD';

export interface ListQuery {
  q: string;
  limit: number;
  sort: { name: string; isDescending: boolean };
  filters: { name: string; value: string }[];
  /** Half-open range in Unix seconds; null is unbounded. */
  dates: { from: number | null; until: number | null } | null;
  after: { place: string | number | null; id: number } | null;
  /** Total counted for the first page. Later pages receive it through the cursor. */
  total: { count: number; isMinimum: boolean } | null;
}

export function readListQuery(query: ListParameters, capabilities: ListCapabilities): Result<ListQuery, Record<string, string>> {
  const { q, limit, cursor, sort, from, to, ...filterParameters } = query;
  const filters = Object.keys(capabilities.filters).flatMap((name) =>
    Object.hasOwn(filterParameters, name) && filterParameters[name] !== '' ? [{ name, value: String(filterParameters[name]) }] : [],
  );
  for (const { name, value } of filters) {
    const definition = capabilities.filters[name];
    if (definition?.values && !definition.values.includes(value)) return err({ [name]: `Choose one of ${definition.values.join(', ')}` });
    if (definition?.isNumber && !/^\d{1,15}$/.test(value)) return err({ [name]: 'This must be a whole number' });
    if (definition?.within && !filters.some((other) => other.name === definition.within))
      return err({ [name]: `This filter needs the filter ${definition.within}` });
  }
  const dates = readDates(from, to, capabilities);
  if (!dates.ok) return dates;
  const allowedSorts = intersectSorts([
    ...filters.map(({ name }) => capabilities.filters[name]?.sorts ?? []),
    ...(dates.value && capabilities.dates ? [capabilities.dates.sorts] : []),
  ]);
  const sortName = sort || chooseSort(capabilities, allowedSorts);
  const name = sortName.replace(/^-/, '');
  if (!Object.hasOwn(capabilities.sorts, name)) return err({ sort: `Sort by one of ${Object.keys(capabilities.sorts).join(', ')}` });
  // A search scans the rows, so it supports any sort order. Without a search, a single index must cover both the filter and the sort order.
  if (q === '' && allowedSorts && !allowedSorts.includes(name))
    return err({ sort: `With this filter, sort by ${allowedSorts.join(' or ')}` });
  const place = cursor === undefined ? null : readCursor(cursor);
  if (place === undefined) return err({ cursor: 'This page no longer exists. Please start from the first page' });
  return ok({
    q,
    limit,
    sort: { name, isDescending: sortName.startsWith('-') },
    filters,
    dates: dates.value,
    after: place && { place: place[0], id: place[1] },
    total: place?.[2] ? { count: place[2][0], isMinimum: place[2][1] } : null,
  });
}

/** Reads the date range. Both days are inclusive. Returns null if the query has no dates. */
function readDates(
  from: string | undefined,
  to: string | undefined,
  { dates }: ListCapabilities,
): Result<ListQuery['dates'], Record<string, string>> {
  if (!from && !to) return ok(null);
  if (!dates) return err({ [from ? 'from' : 'to']: 'This list cannot be filtered by date' });
  const [first, last] = [from ? parseDay(from) : null, to ? parseDay(to) : null];
  if (first === undefined) return err({ from: invalidDayMessage });
  if (last === undefined) return err({ to: invalidDayMessage });
  if (first !== null && last !== null && first > last) return err({ from: 'The start date must not be after the end date' });
  return ok({ from: first, until: last === null ? null : last + secondsPerDay });
}

/** Returns the sort orders that all filters support; undefined for any. Filters that share none are checked row by row. */
function intersectSorts(offers: (readonly string[])[]): string[] | undefined {
  const [first, ...others] = offers;
  const common = first?.filter((name) => others.every((offer) => offer.includes(name)));
  return common?.length === 0 ? undefined : common;
}

function chooseSort(capabilities: ListCapabilities, allowedSorts: readonly string[] | undefined): string {
  const defaultColumn = capabilities.defaultSort.replace(/^-/, '');
  return allowedSorts === undefined || allowedSorts.includes(defaultColumn) ? capabilities.defaultSort : `-${allowedSorts[0]}`;
}

/** Includes the total in the cursor so that it is counted only once. */
export function writeCursor(
  next: { place: string | number | null; id: number },
  total: { count: number; isMinimum: boolean } | null,
): string {
  const cursor = [next.place, next.id, total && [total.count, total.isMinimum]];
  return base64url.encode(new TextEncoder().encode(JSON.stringify(cursor)));
}

function readCursor(text: string): v.InferOutput<typeof Cursor> | undefined {
  try {
    const result = v.safeParse(Cursor, JSON.parse(new TextDecoder().decode(base64url.decode(text))));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
