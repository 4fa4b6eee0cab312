/**
 * The email outbox. A run claims emails under a lease so that no other run can send them before the lease expires. If the run crashes, the
 * emails become due again.
 */

import { mailLeaseSeconds } from '#schema/rules.ts';
import type { ClaimedMail } from '#worker/domain/messages/delivery.ts';
import { isConfirmedEmail } from '#worker/store/accounts/confirmed-emails.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, queryAll, type Statement, statement } from '#worker/store/sql.ts';

export interface MailToSend extends ClaimedMail {
  id: number;
  messageId: string;
  userId: number | null;
  unsubscribeEpoch: number | null;
  username: string | null;
  /** The member's language; null if the recipient is not a member. */
  language: string | null;
  to: string;
  /** Values for the email's template, as a JSON object. */
  payload: string;
}

export type DeliveryOutcome =
  | { id: number; status: 'sent' }
  /** If `held`, delivery was not attempted, so the number of attempts does not increase. */
  | { id: number; status: 'queued' | 'held' | 'dead' | 'dropped'; attempts: number; nextAttemptAt: number; error: string };

const errorLength = 500;

/** Selects a row if the email is addressed to a former address that the member had verified. */
const verifiedAddressSql = `SELECT 1 FROM one_time_links l WHERE l.user_id = outbox.user_id AND ${isConfirmedEmail}
  AND lower(l.email) = lower(outbox.to_address)`;

export const outboxStore = bindStore({
  /**
   * Claims up to `limit` due emails. `oldest` starts with emails whose lease expired, followed by those that have been due longest.
   * `newest` starts with the most recently due.
   */
  async claim(db, limit: number, now: number, order: 'oldest' | 'newest'): Promise<MailToSend[]> {
    const [direction, statuses] = order === 'oldest' ? ['ASC', ['sending', 'queued']] : ['DESC', ['queued', 'sending']];
    const due = (status: string) =>
      `SELECT id FROM (SELECT id FROM outbox WHERE status = '${status}' AND next_attempt_at <= ?1 ORDER BY next_attempt_at ${direction} LIMIT ?2)`;
    return queryAll<
      MailToSend,
      'unsubscribeEpoch' | 'language' | 'wantsOptionalMail' | 'stoppedTopics' | 'isToUnverified' | 'isToErased' | 'bounceReason'
    >(
      db,
      `UPDATE outbox SET status = 'sending', attempts = attempts + 1, next_attempt_at = ?3
         WHERE id IN (${statuses.map(due).join(' UNION ALL ')} LIMIT ?2)
         RETURNING id, message_id AS "messageId", user_id AS "userId", template, to_address AS "to", payload, attempts,
           (SELECT username FROM users WHERE users.id = outbox.user_id) AS "username",
           (SELECT unsubscribe_epoch FROM users WHERE users.id = outbox.user_id) AS "unsubscribeEpoch",
           (SELECT language FROM users WHERE users.id = outbox.user_id) AS "language",
           (SELECT wants_optional_mail FROM users WHERE users.id = outbox.user_id) AS "wantsOptionalMail",
           (SELECT json_group_array(c.topic) FROM notification_choices c
            WHERE c.user_id = outbox.user_id AND c.channel = 'email_off') AS "stoppedTopics",
           (SELECT NOT (u.email_key = lower(outbox.to_address) AND u.email_verified_at IS NOT NULL) AND NOT EXISTS (${verifiedAddressSql})
            FROM users u WHERE u.id = outbox.user_id) AS "isToUnverified",
           (SELECT u.erased_at IS NOT NULL AND u.email = outbox.to_address FROM users u WHERE u.id = outbox.user_id) AS "isToErased",
           (SELECT b.reason FROM bounced_addresses b WHERE b.email_key = lower(outbox.to_address)) AS "bounceReason"`,
      [now, limit, now + mailLeaseSeconds],
    );
  },

  async reconcile(db, outcomes: DeliveryOutcome[], now: number): Promise<void> {
    if (outcomes.length > 0)
      await batch(
        db,
        outcomes.map((outcome) => reconcileOne(outcome, now)),
      );
  },
});

function reconcileOne(outcome: DeliveryOutcome, now: number): Statement {
  // Prevents later retries even if the lease expired. A run that has already claimed the email may still send it again.
  if (outcome.status === 'sent')
    return statement(
      "UPDATE outbox SET status = 'sent', sent_at = ?2, last_error = NULL WHERE id = ?1 AND status IN ('queued', 'sending')",
      [outcome.id, now],
    );
  return statement(
    "UPDATE outbox SET status = ?2, next_attempt_at = ?3, last_error = ?4, attempts = attempts - ?6 WHERE id = ?1 AND status = 'sending' AND attempts = ?5",
    [
      outcome.id,
      outcome.status === 'held' ? 'queued' : outcome.status,
      outcome.nextAttemptAt,
      outcome.error.slice(0, errorLength),
      outcome.attempts,
      outcome.status === 'held' ? 1 : 0,
    ],
  );
}
