import {
  caseEvidenceRetentionSeconds,
  jobRunRetentionSeconds,
  pushRetentionSeconds,
  recordRetentionSeconds,
  redemptionPauseMonths,
  reviewSnapshotMonths,
  scanEvidenceRetentionSeconds,
  secondsPerDay,
  signInRetentionSeconds,
} from '#schema/rules.ts';
import { yearStart } from '#worker/domain/payouts/payout-run.ts';
import { afterMonths, utcDay } from '#worker/domain/time.ts';
import { isConfirmedEmail } from '#worker/store/accounts/confirmed-emails.ts';
import { bindStore } from '#worker/store/database.ts';
import { eraseAnswer, hasAnswer } from '#worker/store/disputes/erased-answers.ts';
import { isNewsSql } from '#worker/store/finding/news-mails.ts';
import { isEvent } from '#worker/store/memberships/waiting-events.ts';
import { purgeScanDays } from '#worker/store/scans/scan-days.ts';
import { batch, rows, type Statement, statement } from '#worker/store/sql.ts';

/** Number of rows per table that one statement removes, to limit its run time. */
const perStatement = 5_000;
/** Used and expired links are stored for 30 days so that a late click shows the right message. */
const linkRetentionSeconds = 30 * secondsPerDay;
/** Counters outlive their window, so that a slow request in a window that has passed is still counted with the others. */
const counterRetentionSeconds = 3_600;
const memberDayRetentionSeconds = 60 * secondsPerDay;
/** Card allowances are stored for today and yesterday. */
const allowanceRetentionSeconds = secondsPerDay;

type RemovedRow = { one: 1 };

export const expiredStore = bindStore({
  /**
   * Deletes or clears expired rows in steps until none are left or `isBudgetSpent` returns true. The next run continues with the remaining
   * rows. Safe to repeat.
   */
  async delete(db, now: number, isBudgetSpent: () => boolean): Promise<void> {
    let removalStatements = removals(now);
    do {
      const removalResults = await batch(db, removalStatements);
      removalStatements = removalStatements.filter((_, index) => rows(removalResults[index]).length === perStatement);
    } while (removalStatements.length > 0 && !isBudgetSpent());
  },
});

const isNotSuspended = 'user_id NOT IN (SELECT id FROM users WHERE suspended_at IS NOT NULL)';

/** Returns one statement per table. Each uses an index and returns one row per deleted or cleared row. */
function removals(now: number): Statement<RemovedRow>[] {
  const limitRows = (table: string, isDue: string) =>
    `rowid IN (SELECT rowid FROM ${table} WHERE ${isDue} LIMIT ${perStatement}) RETURNING 1 AS "one"`;
  const purge = (table: string, expired: string, before: number | string) =>
    statement<RemovedRow, 'one'>(`DELETE FROM ${table} WHERE ${limitRows(table, `${expired} < ?1`)}`, [before]);
  const clear = (table: string, assignment: string, isDue: string, before: number) =>
    statement<RemovedRow, 'one'>(`UPDATE ${table} SET ${assignment} WHERE ${limitRows(table, isDue)}`, [before]);
  const deleteBefore = now - recordRetentionSeconds;
  const isSentBefore = "status IN ('sent', 'dropped') AND to_address <> '' AND created_at < ?1";
  return [
    purge('sessions', 'expires_at', now),
    purge('admin_sessions', 'expires_at', now),
    // Keeps links of suspended members because they work again after a reinstatement. Links to former emails are evidence.
    purge('one_time_links AS l', `NOT ${isConfirmedEmail} AND ${isNotSuspended} AND expires_at`, now - linkRetentionSeconds),
    purge('one_time_links', `${isNotSuspended} AND expires_at`, now - scanEvidenceRetentionSeconds),
    purge('admin_password_resets', 'expires_at', now - linkRetentionSeconds),
    purge('passkey_challenges', 'expires_at', now),
    purge('sign_ins', 'at', now - signInRetentionSeconds),
    purge('rate_counters', 'expires_at', now - counterRetentionSeconds),
    purge('former_redemptions', 'redeemed_at', afterMonths(now, -redemptionPauseMonths)),
    purge('person_claims', 'redeemed_at', afterMonths(now, -redemptionPauseMonths)),
    // Keeps suppressed addresses that belong to members because they stay suppressed until the member confirms the address.
    purge('bounced_addresses', 'email_key NOT IN (SELECT email_key FROM users) AND bounced_at', deleteBefore),
    purge('push_messages', 'created_at', now - pushRetentionSeconds),
    purge('idempotency_keys', 'expires_at', now),
    purge('review_snapshots', 'decided_at', afterMonths(now, -reviewSnapshotMonths)),
    purge('job_runs', 'scheduled_for', now - jobRunRetentionSeconds),
    purge('alarms', 'ended_at', now - jobRunRetentionSeconds),
    purgeScanDays(utcDay(now - memberDayRetentionSeconds), perStatement),
    purge('card_allowances', 'day', utcDay(now - allowanceRetentionSeconds)),
    // Keeps applied Stripe events for a while because Stripe may resend an event for days. Always keeps dispute events and rows that an
    // administrator must resolve.
    purge('stripe_events', `applied_at IS NOT NULL AND ${isEvent} AND type NOT GLOB 'charge.dispute.*' AND applied_at`, deleteBefore),
    // Keeps rows with a `cause`, which prevents the same email from being sent twice. News emails are the exception: their `cause` contains
    // the day, and no email is sent for a past day.
    statement<RemovedRow, 'one'>(`DELETE FROM outbox WHERE ${limitRows('outbox', `${isSentBefore} AND (cause IS NULL OR ${isNewsSql})`)}`, [
      deleteBefore,
    ]),
    clear('outbox', "to_address = '', payload = '{}'", `${isSentBefore} AND cause IS NOT NULL`, deleteBefore),
    // Evidence about erased members whose dispute was open then. Disputes that were over are cleared with the member.
    clear(
      'disputes',
      eraseAnswer,
      `state IN ('won', 'lost', 'closed') AND closed_at <= ?1 AND ${hasAnswer('disputes')}
         AND EXISTS (SELECT 1 FROM users u WHERE u.id = disputes.user_id AND u.erased_at IS NOT NULL)`,
      now - caseEvidenceRetentionSeconds,
    ),
    // Last year's payments are still exported and reported this year.
    clear(
      'payouts',
      'mailbox_hash = NULL',
      'paid_at < ?1 AND mailbox_hash IS NOT NULL',
      yearStart(new Date(now * 1_000).getUTCFullYear() - 1),
    ),
    clear('contact_messages', 'address_hash = NULL', 'created_at < ?1 AND address_hash IS NOT NULL', deleteBefore),
    // Closes open reports whose hashes are cleared. Without the hashes, two reports from the same person could both be counted.
    clear(
      'card_reports',
      `mailbox_hash = NULL, address_hash = NULL, closed_at = coalesce(closed_at, created_at + ${scanEvidenceRetentionSeconds})`,
      'created_at < ?1 AND mailbox_hash IS NOT NULL',
      now - scanEvidenceRetentionSeconds,
    ),
  ];
}
