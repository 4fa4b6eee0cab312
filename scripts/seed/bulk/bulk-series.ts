import type { D1Database } from '@cloudflare/workers-types';

/** Number of rows per statement, chosen to stay within D1's 30-second limit. */
const chunk = 20_000;

/**
 * Runs an INSERT or UPDATE in chunks over the numbers 1 to `count`, which the SQL can select from `series`. Constants are inlined in the SQL because
 * D1 binds every number as a floating-point value, which would change division and formatting.
 */
export async function insertInChunks(db: D1Database, count: number, insert: string): Promise<void> {
  for (let first = 1; first <= count; first += chunk) {
    const last = Math.min(count, first + chunk - 1);
    await db.prepare(`WITH RECURSIVE series(n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM series WHERE n < ${last}) ${insert}`).run();
  }
}

/** Runs statements in chunks of ids from `first` to `last`. Each chunk's bounds are bound as ?1 and ?2. */
export async function runInRanges(db: D1Database, [first, last]: [first: number, last: number], ...statements: string[]): Promise<void> {
  for (let from = first; from <= last; from += chunk) {
    for (const sql of statements) {
      await db
        .prepare(sql)
        .bind(from, Math.min(last, from + chunk - 1))
        .run();
    }
  }
}
