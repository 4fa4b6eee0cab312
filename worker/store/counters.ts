/** Rate counters, one row per key and window. */

import type { Limit } from '#worker/domain/limit.ts';
import { bindStore } from './database.ts';
import { batch, firstRow, type Statement, type StatementResult, statement } from './sql.ts';

interface CountRow {
  count: number;
}

/**
 * Counts an attempt and returns the count including it. Counts nothing and returns no row if a limit in `unless` is exceeded, because a
 * rejected attempt must not count toward another limit.
 */
function countAttempt(limit: Limit, unless: Limit[]): Statement<CountRow> {
  const limitConditions = unless.map((_, index) => {
    const at = 4 + index * 3;
    return `AND NOT EXISTS (SELECT 1 FROM rate_counters WHERE key = ?${at} AND window_start = ?${at + 1} AND count > ?${at + 2})`;
  });
  return statement<CountRow>(
    `INSERT INTO rate_counters (key, window_start, count, expires_at) SELECT ?1, ?2, 1, ?3 WHERE 1 ${limitConditions.join(' ')}
     ON CONFLICT (key, window_start) DO UPDATE SET count = count + 1 RETURNING count`,
    [limit.key, limit.windowStart, limit.endsAt, ...unless.flatMap((other) => [other.key, other.windowStart, other.limit])],
  );
}

export function forgiveAttempt(limit: Limit): Statement {
  return statement('UPDATE rate_counters SET count = count - 1 WHERE key = ?1 AND window_start = ?2 AND count > 0', [
    limit.key,
    limit.windowStart,
  ]);
}

/** Counts the attempt against the limits in order and stops after an exhausted limit. */
export function countAttempts(limits: Limit[]): Statement<CountRow>[] {
  return limits.map((limit, index) => countAttempt(limit, limits.slice(0, index)));
}

/**
 * Returns the number of attempts for each limit, including this attempt, in the order of the limits. Limits after the first exceeded one
 * have a count of 0.
 */
export function readCounts(results: readonly StatementResult<CountRow>[]): number[] {
  return results.map((result) => firstRow(result)?.count ?? 0);
}

export const counterStore = bindStore({
  async attempt(db, limits: Limit[]): Promise<number[]> {
    return readCounts(await batch(db, countAttempts(limits)));
  },

  async read(db, limits: Limit[]): Promise<number[]> {
    const select = 'SELECT count FROM rate_counters WHERE key = ?1 AND window_start = ?2';
    return readCounts(
      await batch(
        db,
        limits.map((limit) => statement<CountRow>(select, [limit.key, limit.windowStart])),
      ),
    );
  },

  /** Removes an attempt from the counters, for example after a correct password. */
  async forgive(db, limits: Limit[]): Promise<void> {
    await batch(
      db,
      limits.map((limit) => forgiveAttempt(limit)),
    );
  },
});
