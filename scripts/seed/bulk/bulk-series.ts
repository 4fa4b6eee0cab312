/** Rows by the hundred thousand, made by the database itself. */
import type { D1Database } from '@cloudflare/workers-types';

/** Rows a statement: small enough for D1's 30 seconds. */
const chunk = 20_000;

/**
 * Runs an INSERT over the numbers 1 to `count`, which it finds as `series`, some at a time. What it is about stands in the
 * SQL: D1 binds every number as a floating-point one, which would divide and print as such.
 */
export async function inChunks(db: D1Database, count: number, insert: string): Promise<void> {
  for (let first = 1; first <= count; first += chunk) {
    const last = Math.min(count, first + chunk - 1);
    await db.prepare(`WITH RECURSIVE series(n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM series WHERE n < ${last}) ${insert}`).run();
  }
}

/** Runs statements over the ids from `first` to `last`, some at a time: what is bound as ?1 and ?2. */
export async function inRanges(db: D1Database, [first, last]: [first: number, last: number], ...statements: string[]): Promise<void> {
  for (let from = first; from <= last; from += chunk) {
    for (const sql of statements) {
      await db
        .prepare(sql)
        .bind(from, Math.min(last, from + chunk - 1))
        .run();
    }
  }
}
