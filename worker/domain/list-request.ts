/** What a caller asks of a list, checked against what the list can do. */
import { base64url } from 'jose';
import * as v from 'valibot';
import type { ListParameters } from '#schema/admin/list.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';

/** What a list offers, as far as a request is judged by it. */
export interface ListCapabilities {
  sorts: Record<string, unknown>;
  defaultSort: string;
  /** Name -> its values (undefined where they are open) and the sorts that go with it. */
  filters: Record<string, { values: readonly string[] | undefined; isNumber: boolean; sorts: readonly string[] }>;
}

const Cursor = v.tuple([
  v.union([v.string(), v.number()]),
  v.pipe(v.number(), v.integer()),
  v.nullable(v.tuple([v.number(), v.boolean()])),
]);

export interface ListQuery {
  q: string;
  limit: number;
  sort: { name: string; isDescending: boolean };
  filter: { name: string; value: string } | null;
  after: { place: string | number; id: number } | null;
  /** Of the first page: later ones say it again. */
  total: { count: number; isMinimum: boolean } | null;
}

/** The query, or what is wrong with it by parameter. */
export function readListQuery(query: ListParameters, capabilities: ListCapabilities): Result<ListQuery, Record<string, string>> {
  const { q, limit, cursor, sort, ...others } = query;
  const given = Object.entries(others).filter(([name, value]) => Object.hasOwn(capabilities.filters, name) && value !== '');
  const filter = given[0] === undefined ? null : { name: given[0][0], value: String(given[0][1]) };
  if (given.length > 1) return err({ [given[1]?.[0] ?? '']: 'Use one filter at a time' });
  const offered = filter && capabilities.filters[filter.name];
  if (filter && offered) {
    if (offered.values && !offered.values.includes(filter.value))
      return err({ [filter.name]: `Choose one of ${offered.values.join(', ')}` });
    if (offered.isNumber && !/^\d{1,15}$/.test(filter.value)) return err({ [filter.name]: 'This must be a whole number' });
  }
  const asked = sort || sortBy(capabilities, offered?.sorts);
  const name = asked.replace(/^-/, '');
  if (!Object.hasOwn(capabilities.sorts, name)) return err({ sort: `Sort by one of ${Object.keys(capabilities.sorts).join(', ')}` });
  // A search goes through all rows anyway; else an index must serve filter and order together.
  if (offered && q === '' && !offered.sorts.includes(name)) {
    return err({ sort: `With this filter, sort by ${offered.sorts.join(' or ')}` });
  }
  const place = cursor === undefined ? null : readCursor(cursor);
  if (place === undefined) return err({ cursor: 'This page is not known. Please begin at the first one' });
  return ok({
    q,
    limit,
    sort: { name, isDescending: asked.startsWith('-') },
    filter,
    after: place && { place: place[0], id: place[1] },
    total: place?.[2] ? { count: place[2][0], isMinimum: place[2][1] } : null,
  });
}

function sortBy(capabilities: ListCapabilities, allowed: readonly string[] | undefined): string {
  const byDefault = capabilities.defaultSort.replace(/^-/, '');
  return allowed === undefined || allowed.includes(byDefault) ? capabilities.defaultSort : `-${allowed[0]}`;
}

/** Where the next page begins; it carries the total, which is counted once. */
export function writeCursor(next: { place: string | number; id: number }, total: { count: number; isMinimum: boolean } | null): string {
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
