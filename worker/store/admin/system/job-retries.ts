/** Retries of failed rows in job queues, and the order in which a queue is processed. Product rules: Jobs and alarms. */

import type { RetryKind } from '#schema/admin/jobs.ts';
import { jobRetrySeconds } from '#schema/rules.ts';
import { bindStore, type Database } from '#worker/store/database.ts';
import { batch, execute, queryAll, statement } from '#worker/store/sql.ts';

export interface RetriedRow {
  kind: RetryKind;
  key: string;
}

const errorLength = 300;

/** A queue of the rows in `table` that match `isDue`, with their due time `dueAt`. All strings are our own SQL. */
export interface Queue {
  kind: RetryKind;
  table: string;
  /** Index to use if SQLite's planner would choose another. */
  indexedBy?: string;
  key: string;
  isDue: string;
  dueAt: string;
}

/**
 * Returns `WHERE … ORDER BY … LIMIT …` for a queue. Finds first attempts through the queue's index and retries by the time of their next
 * attempt. Merges both by due time, except that rows whose last attempt failed come last. `now` and `limit` are placeholders.
 */
export function dueRowsClause({ kind, table, indexedBy = '', key, isDue, dueAt }: Queue, now: string, limit: string): string {
  const matchesRow = `r.kind = '${kind}' AND r.key = CAST(${key} AS TEXT)`;
  return `WHERE ${key} IN (
      SELECT * FROM (SELECT ${key} FROM ${table} ${indexedBy} WHERE ${isDue} AND NOT EXISTS (SELECT 1 FROM job_retries r WHERE ${matchesRow})
        ORDER BY ${dueAt} LIMIT ${limit})
      UNION ALL
      SELECT * FROM (SELECT ${key} FROM job_retries r CROSS JOIN ${table} ON ${key} = r.key
        WHERE r.kind = '${kind}' AND r.next_try_at <= ${now} AND ${isDue} ORDER BY r.next_try_at LIMIT ${limit}))
    ORDER BY EXISTS (SELECT 1 FROM job_retries r WHERE ${matchesRow} AND r.error IS NOT NULL),
      coalesce((SELECT r.next_try_at FROM job_retries r WHERE ${matchesRow}), ${dueAt}) LIMIT ${limit}`;
}

/** Exponential backoff: the delay before the next attempt, in seconds, which doubles with each attempt. */
const backoffSeconds = `min(${jobRetrySeconds.longest}, ${jobRetrySeconds.first} << min(attempts, 20))`;

type PostponedRow = RetriedRow & { error: string | null };

async function postponeRows(db: Database, rows: PostponedRow[], now: number, countsAttempt: boolean): Promise<void> {
  if (rows.length === 0) return;
  await batch(
    db,
    rows.map(({ kind, key, error }) =>
      statement(
        `INSERT INTO job_retries (kind, key, attempts, next_try_at, error) VALUES (?1, ?2, ?5, ?3 + ${jobRetrySeconds.first}, ?4)
         ON CONFLICT (kind, key) DO UPDATE
         SET next_try_at = iif(?5, ?3 + ${backoffSeconds}, excluded.next_try_at), attempts = attempts + ?5, error = excluded.error`,
        [kind, key, now, error?.slice(0, errorLength) ?? null, countsAttempt ? 1 : 0],
      ),
    ),
  );
}

export const jobRetryStore = bindStore({
  /** Returns the rows whose last attempt failed. */
  async findFailed(db, candidates: readonly RetriedRow[]): Promise<RetriedRow[]> {
    if (candidates.length === 0) return [];
    return queryAll<RetriedRow>(
      db,
      `SELECT kind, key FROM job_retries WHERE error IS NOT NULL AND (kind, key) IN (SELECT value ->> 'kind', value ->> 'key' FROM json_each(?1))`,
      [JSON.stringify(candidates.map(({ kind, key }) => ({ kind, key })))],
    );
  },

  /** Postpones rows with exponential backoff. `error` is null if nothing failed. */
  putOff: (db, rows: PostponedRow[], now: number) => postponeRows(db, rows, now, true),

  /** Postpones rows that are not at fault, as during a provider outage, without increasing their backoff. */
  postpone: (db, rows: PostponedRow[], now: number) => postponeRows(db, rows, now, false),

  async settle(db, rows: RetriedRow[]): Promise<void> {
    if (rows.length === 0) return;
    await execute(db, `DELETE FROM job_retries WHERE (kind, key) IN (SELECT value ->> 'kind', value ->> 'key' FROM json_each(?1))`, [
      JSON.stringify(rows),
    ]);
  },

  /** Once a run has completed all work of these kinds, deletes the remaining due retries. Their rows no longer need a retry. */
  async deleteStale(db, kinds: readonly RetryKind[], now: number): Promise<void> {
    await execute(db, 'DELETE FROM job_retries WHERE kind IN (SELECT value FROM json_each(?1)) AND next_try_at <= ?2', [
      JSON.stringify(kinds),
      now,
    ]);
  },
});
