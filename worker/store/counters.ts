/** One row per key and window. */

import type { Limit } from '#worker/domain/limit.ts';
import { bindStore } from './database.ts';
import { type Answer, batch, firstRow, type Statement, statement } from './sql.ts';

interface Counted {
  count: number;
}

/**
 * Returns the count including this attempt. No row, and nothing counted, if a limit in `unless` is exceeded: a refused attempt must not
 * use up someone else's share.
 */
function countAttempt(limit: Limit, unless: Limit[]): Statement<Counted> {
  const spentLimits = unless.map((_, index) => {
    const at = 4 + index * 3;
    return `AND NOT EXISTS (SELECT 1 FROM rate_counters WHERE key = ?${at} AND window_start = ?${at + 1} AND count > ?${at + 2})`;
  });
  return statement<Counted>(
    `INSERT INTO rate_counters (key, window_start, count, expires_at) SELECT ?1, ?2, 1, ?3 WHERE 1 ${spentLimits.join(' ')}
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

/** In order; counts nothing after an exhausted limit. */
export function countAttempts(limits: Limit[]): Statement<Counted>[] {
  return limits.map((limit, index) => countAttempt(limit, limits.slice(0, index)));
}

/** In the order of the limits, including this attempt; 0 after an exhausted limit, or without a row. */
export function readCounts(results: readonly Answer<Counted>[]): number[] {
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
        limits.map((limit) => statement<Counted>(select, [limit.key, limit.windowStart])),
      ),
    );
  },

  /** For an attempt that the limits do not target. */
  async forgive(db, limits: Limit[]): Promise<void> {
    await batch(
      db,
      limits.map((limit) => forgiveAttempt(limit)),
    );
  },
});
