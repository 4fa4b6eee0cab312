/** What a caller asks of a list, checked against what the list can do. */
import { base64url } from 'jose';
import * as v from 'valibot';
import type { ListParameters } from '#schema/admin/list.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { parseDay } from '#worker/domain/instant.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';

/** What a list offers, as far as a request is judged by it. */
export interface ListCapabilities {
  sorts: Record<string, unknown>;
  defaultSort: string;
  /** Name -> its values (undefined where they are open), the sorts that go with it, and the filter without which it does not go. */
  filters: Record<
    string,
    { values: readonly string[] | undefined; isNumber: boolean; sorts: readonly string[]; within?: string | undefined }
  >;
  /** The sorts that go with dates; null where the list takes none. */
  dates: { sorts: readonly string[] } | null;
}

const Cursor = v.tuple([
  v.nullable(v.union([v.string(), v.number()])),
  v.pipe(v.number(), v.integer()),
  v.nullable(v.tuple([v.number(), v.boolean()])),
]);

const noDay = 'There is no such day; write YYYY-MM-DD';

export interface ListQuery {
  q: string;
  limit: number;
  sort: { name: string; isDescending: boolean };
  /** In the order in which the list has them. */
  filters: { name: string; value: string }[];
  /** Unix seconds, `until` not included; null is open. */
  dates: { from: number | null; until: number | null } | null;
  after: { place: string | number | null; id: number } | null;
  /** Of the first page: later ones say it again. */
  total: { count: number; isMinimum: boolean } | null;
}

/** The query, or errors by parameter. */
export function readListQuery(query: ListParameters, capabilities: ListCapabilities): Result<ListQuery, Record<string, string>> {
  const { q, limit, cursor, sort, from, to, ...filterParameters } = query;
  const filters = Object.keys(capabilities.filters).flatMap((name) =>
    Object.hasOwn(filterParameters, name) && filterParameters[name] !== '' ? [{ name, value: String(filterParameters[name]) }] : [],
  );
  for (const { name, value } of filters) {
    const offered = capabilities.filters[name];
    if (offered?.values && !offered.values.includes(value)) return err({ [name]: `Choose one of ${offered.values.join(', ')}` });
    if (offered?.isNumber && !/^\d{1,15}$/.test(value)) return err({ [name]: 'This must be a whole number' });
    if (offered?.within && !filters.some((other) => other.name === offered.within))
      return err({ [name]: `Only together with ${offered.within}` });
  }
  const dates = readDates(from, to, capabilities);
  if (!dates.ok) return dates;
  const allowed = sortsWith([
    ...filters.map(({ name }) => capabilities.filters[name]?.sorts ?? []),
    ...(dates.value && capabilities.dates ? [capabilities.dates.sorts] : []),
  ]);
  const sortName = sort || sortBy(capabilities, allowed);
  const name = sortName.replace(/^-/, '');
  if (!Object.hasOwn(capabilities.sorts, name)) return err({ sort: `Sort by one of ${Object.keys(capabilities.sorts).join(', ')}` });
  // A search goes through rows anyway; else an index must serve what narrows the list and the order together.
  if (q === '' && allowed && !allowed.includes(name)) return err({ sort: `With this filter, sort by ${allowed.join(' or ')}` });
  const place = cursor === undefined ? null : readCursor(cursor);
  if (place === undefined) return err({ cursor: 'This page is not known. Please begin at the first one' });
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

/** The days from `from` to `to`, both included; null where none are asked for. */
function readDates(
  from: string | undefined,
  to: string | undefined,
  { dates }: ListCapabilities,
): Result<ListQuery['dates'], Record<string, string>> {
  if (!from && !to) return ok(null);
  if (!dates) return err({ [from ? 'from' : 'to']: 'This list cannot be narrowed to days' });
  const [first, last] = [from ? parseDay(from) : null, to ? parseDay(to) : null];
  if (first === undefined) return err({ from: noDay });
  if (last === undefined) return err({ to: noDay });
  if (first !== null && last !== null && first > last) return err({ from: 'The first day must not be after the last' });
  return ok({ from: first, until: last === null ? null : last + secondsPerDay });
}

/** The sorts that all of these have; undefined where there are none to heed. */
function sortsWith(offers: (readonly string[])[]): string[] | undefined {
  const [first, ...filterParameters] = offers;
  return first?.filter((name) => filterParameters.every((offer) => offer.includes(name)));
}

function sortBy(capabilities: ListCapabilities, allowed: readonly string[] | undefined): string {
  const byDefault = capabilities.defaultSort.replace(/^-/, '');
  return allowed === undefined || allowed.includes(byDefault) ? capabilities.defaultSort : `-${allowed[0]}`;
}

/** Where the next page begins; it carries the total, which is counted once. */
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
