/** Rows whose time is over. */
import { secondsPerDay } from '#schema/rules.ts';
import { batch, statement } from './sql.ts';

/** Rows of one table that one run removes at most; the rest waits for the next run. */
const perRun = 5_000;
/** Used and expired links are kept a while, so that a late click gets an answer that fits. */
const keepLinksSeconds = 30 * secondsPerDay;

export function expiredStore(db: D1Database) {
  const sweep = (table: string, idColumn: string, before: number) =>
    statement(
      db,
      `DELETE FROM ${table} WHERE ${idColumn} IN (SELECT ${idColumn} FROM ${table} WHERE expires_at < ?1 LIMIT ${perRun})`,
      before,
    );
  return {
    /** Deletes sessions, links, counters and idempotency keys that have expired. Safe to repeat. */
    async delete(now: number): Promise<void> {
      await batch(db, [
        sweep('sessions', 'id_hash', now),
        sweep('admin_sessions', 'id_hash', now),
        sweep('one_time_links', 'token_hash', now - keepLinksSeconds),
        sweep('rate_counters', 'rowid', now),
        sweep('idempotency_keys', 'rowid', now),
      ]);
    },
  };
}
