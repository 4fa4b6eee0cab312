/** What the benchmark asks of the administrators' area: every list that is mounted, each order, filter and kind of search. */
import type { D1Database } from '@cloudflare/workers-types';
import type { ListShape } from '#worker/store/admin/list.ts';

/** A list as the Worker has it mounted, and the other addresses that read. */
export interface AdminRoutes {
  lists: { path: string; shape: ListShape }[];
  others: string[];
}

export interface AdminCase {
  path: string;
  /** Searches go through their table; everything else must be served by an index. */
  isSearch: boolean;
}

const searches = {
  common: 'a',
  rare: 'member-99 999',
  none: 'zzz nowhere to be found',
  'in Greek': 'ΠΑΠΑΔΌΠΟΥΛΟΣ',
  'of 500 letters': 'Жпи'.repeat(167).slice(0, 500),
};

/** Addresses with the id that exists put in. */
export function withId(path: string, id: number): string {
  return path.replace(/:\w+(\{[^}]*\})?/g, String(id));
}

/** Each order both ways, each value of each filter in each order that it offers, and searches. */
export async function casesOf(db: D1Database, { path, shape }: AdminRoutes['lists'][number]): Promise<AdminCase[]> {
  const ordered = (names: readonly string[]) => names.flatMap((name) => [name, `-${name}`]);
  const address = (query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;
  const cases = ordered(Object.keys(shape.sorts)).map((sort) => ({ path: address({ sort }), isSearch: false }));
  for (const [name, filter] of Object.entries(shape.filters ?? {})) {
    for (const value of await valuesOf(db, shape, filter)) {
      cases.push(...ordered(filter.sorts).map((sort) => ({ path: address({ [name]: value, sort }), isSearch: false })));
    }
  }
  if (shape.search === '') return cases;
  return [...cases, ...Object.values(searches).map((q) => ({ path: address({ q }), isSearch: true }))];
}

/** The values that a filter offers; of one that takes any, the most frequent one and one that nothing has. */
async function valuesOf(db: D1Database, shape: ListShape, { conditions }: NonNullable<ListShape['filters']>[string]): Promise<string[]> {
  if (typeof conditions.column !== 'string') return Object.keys(conditions);
  const found = await db
    .prepare(
      `SELECT ${conditions.column} AS value FROM ${shape.from} WHERE ${conditions.column} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
    )
    .first<{ value: string | number }>();
  return [...(found ? [String(found.value)] : []), '987654321'];
}
