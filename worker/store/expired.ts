/** Rows whose time is over. */

import { jobRunsKeptSeconds, scanEvidenceKeptSeconds, secondsPerDay, signInsKeptSeconds } from '#schema/rules.ts';
import { utcDay } from '#worker/domain/time.ts';
import type { Database } from './database.ts';
import { batch, rows, statement } from './sql.ts';

/** Rows of one table that one statement removes at most, so that none runs long. */
const perStatement = 5_000;
/** Rounds of one run at most; what is left waits for the next run. */
const rounds = 50;
/** Used and expired links are kept a while, so that a late click gets an answer that fits. */
const keepLinksSeconds = 30 * secondsPerDay;
/** Days of counted scans that are kept. */
const keepMemberDaysSeconds = 60 * secondsPerDay;
/** Which cards a member was shown is kept for today and yesterday. */
const keepAllowancesSeconds = secondsPerDay;

export function expiredStore(db: Database) {
  const purge = (table: string, expired: string, before: number | string) =>
    statement<{ one: 1 }, 'one'>(
      `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${expired} < ?1 LIMIT ${perStatement}) RETURNING 1 AS "one"`,
      before,
    );
  return {
    /** Deletes sessions, links, counters, idempotency keys, notes of job runs and reporters' hashes that have expired. Safe to repeat. */
    async delete(now: number): Promise<void> {
      for (let round = 1; round <= rounds; round += 1) {
        const deleted = await batch(db, [
          purge('sessions', 'expires_at', now),
          purge('admin_sessions', 'expires_at', now),
          purge('one_time_links', 'expires_at', now - keepLinksSeconds),
          purge('admin_password_resets', 'expires_at', now - keepLinksSeconds),
          purge('passkey_challenges', 'expires_at', now),
          purge('sign_ins', 'at', now - signInsKeptSeconds),
          purge('rate_counters', 'expires_at', now),
          purge('idempotency_keys', 'expires_at', now),
          purge('job_runs', 'scheduled_for', now - jobRunsKeptSeconds),
          purge('alarms', 'ended_at', now - jobRunsKeptSeconds),
          purge('member_days', 'day', utcDay(now - keepMemberDaysSeconds)),
          statement<{ one: 1 }, 'one'>(
            `UPDATE card_reports SET mailbox_hash = NULL, address_hash = NULL WHERE rowid IN (SELECT rowid FROM card_reports
               WHERE created_at < ?1 AND mailbox_hash IS NOT NULL LIMIT ${perStatement}) RETURNING 1 AS "one"`,
            now - scanEvidenceKeptSeconds,
          ),
          purge('card_allowances', 'day', utcDay(now - keepAllowancesSeconds)),
        ]);
        if (deleted.every((result) => rows(result).length < perStatement)) return;
      }
    },
  };
}
