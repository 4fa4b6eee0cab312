import type { D1Database } from '@cloudflare/workers-types';
import { secondsPerDay } from '#schema/rules.ts';
import { writeCursor } from '#worker/domain/admin/list-query.ts';
import { utcDay } from '#worker/domain/time.ts';
import type { ListShape } from '#worker/store/admin/list.ts';

export interface MountedList {
  path: string;
  shape: ListShape;
}

export interface AdminRoutes {
  lists: MountedList[];
  others: string[];
}

/**
 * How a query finds its rows. `indexed` uses an index without counting the rows. `counted` uses an index and runs a capped count on the
 * first page. `scanned` scans an index up to a limit to apply a second filter. `searched` scans an index for matching text. `backlog` counts
 * the work that waits for administrators, each kind up to `maxCountedRows`; the seeded database has more than that of most.
 */
export type CaseKind = 'indexed' | 'counted' | 'scanned' | 'searched' | 'backlog';

export const backlogs: readonly string[] = ['totals', 'overview', 'system', 'payouts/summary', 'payouts/without-address'].map(
  (page) => `/api/admin/${page}`,
);

export interface AdminCase {
  path: string;
  kind: CaseKind;
}

const searches = {
  common: 'a',
  rare: 'member-99 999',
  none: 'zzz nowhere to be found',
  number: '#77',
  'an address': 'member777@bulk.test',
  'in Greek': 'ΠΑΠΑΔΌΠΟΥΛΟΣ',
  'of 500 letters': 'Жпи'.repeat(167).slice(0, 500),
};

export const searchesOverAll: AdminCase[] = [
  ...['4', 'Order 4', 'TC-1000001', 'member17@bulk.test', 'member17', 'VC-BULK-17', 'SEPA 1', 'cp_bulk_5', 'pi_bulk_100', 'CC-1-1'].map(
    (q) => ({
      path: `/api/admin/search?${new URLSearchParams({ q })}`,
      kind: 'indexed' as const,
    }),
  ),
  ...['a', 'Anna', 'trail mark 999', 'nowhere to be found'].map((q) => ({
    path: `/api/admin/search?${new URLSearchParams({ q, in: 'texts' })}`,
    kind: 'searched' as const,
  })),
];

export function withId(path: string, id: number): string {
  return path.replace(/:\w+(\{[^}]*\})?/g, String(id));
}

export async function listCases(db: D1Database, { path, shape }: MountedList, now: number): Promise<AdminCase[]> {
  const sortNames = (names: readonly string[]) => names.flatMap((name) => [name, `-${name}`]);
  const createCase = (kind: CaseKind, query: Record<string, string>) => ({
    path: `${path}?${new URLSearchParams(query)}`,
    kind: shape.residual === undefined ? kind : 'scanned',
  });
  const cases = sortNames(Object.keys(shape.sorts)).map((sort) => createCase('counted', { sort }));
  const chosenFilters: { name: string; value: string }[][] = [];
  for (const [name, filter] of Object.entries(shape.filters ?? {})) {
    const values = await loadFilterValues(db, shape, filter);
    chosenFilters.push(values.map((value) => ({ name, value })));
    if (filter.within) continue;
    const kind = filter.isScanned ? 'scanned' : 'counted';
    for (const value of values) cases.push(...sortNames(filter.sorts).map((sort) => createCase(kind, { [name]: value, sort })));
  }
  const month = { from: utcDay(now - 60 * secondsPerDay), to: utcDay(now - 31 * secondsPerDay) };
  if (shape.dates) {
    const kind = shape.dates.residual || shape.dates.sorts.length === 0 ? 'scanned' : 'counted';
    cases.push(...sortNames(shape.dates.sorts).map((sort) => createCase(kind, { ...month, sort })), createCase(kind, { from: month.from }));
    for (const [first] of chosenFilters) {
      if (!first) continue;
      const filter = shape.filters?.[first.name];
      const hasIndex = !filter?.isScanned && filter?.sorts.some((sort) => shape.dates?.sorts.includes(sort));
      cases.push(createCase(hasIndex ? kind : 'scanned', { [first.name]: first.value, ...month }));
    }
  }
  for (const [index, values] of chosenFilters.entries())
    for (const first of values)
      for (const second of chosenFilters.slice(index + 1).flat())
        cases.push(
          createCase(shape.filters?.[second.name]?.within === first.name ? 'counted' : 'scanned', {
            [first.name]: first.value,
            [second.name]: second.value,
          }),
        );
  const lastCursor = await loadLastCursor(db, shape);
  if (lastCursor) cases.push(createCase('indexed', { cursor: lastCursor }));
  if (shape.search === '') return cases;
  return [...cases, ...Object.values(searches).map((q) => createCase('searched', { q }))];
}

async function loadFilterValues(
  db: D1Database,
  shape: ListShape,
  { conditions }: NonNullable<ListShape['filters']>[string],
): Promise<string[]> {
  if (typeof conditions.column !== 'string') return Object.keys(conditions);
  const row = await db
    .prepare(
      `SELECT ${conditions.column} AS value FROM ${shape.from} WHERE ${conditions.column} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
    )
    .first<{ value: string | number }>();
  return [...(row ? [String(row.value)] : []), '987654321'];
}

/** Returns the cursor for the last page in the default order, or undefined if there is only one page. */
async function loadLastCursor(db: D1Database, { from, where, sorts, defaultSort }: ListShape): Promise<string | undefined> {
  const place = sorts[defaultSort.replace(/^-/, '')];
  const reverseDirection = defaultSort.startsWith('-') ? 'ASC' : 'DESC';
  const row = await db
    .prepare(
      `SELECT ${place} AS place, t.id AS id FROM ${from} WHERE ${where ?? 1} ORDER BY 1 ${reverseDirection}, 2 ${reverseDirection} LIMIT 1 OFFSET 25`,
    )
    .first<{ place: string | number; id: number }>();
  return row ? writeCursor(row, null) : undefined;
}
