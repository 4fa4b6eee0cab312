import { pausedAt } from '#worker/store/certificates/paused-deadlines.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/**
 * Sends a member's unactivated certificates to review because of `signal`, also those that had passed. Also marks canceled ones, which a
 * group decision may restore. `member` is SQL for the member's id or NULL, `now` for the time.
 */
export function returnToReview(signal: 'favor' | 'tokens_owed', member: string, now: string, values: number[]): Statement {
  const isOpen = `(status = 'active' AND (review = 'waiting'
    OR activate_by > coalesce((SELECT ${pausedAt('u')} FROM users u WHERE u.id = user_id), ${now})))`;
  const isNew = `'${signal}' NOT IN (SELECT value FROM json_each(review_signals))`;
  return statement(
    `UPDATE vacation_certificates SET returned_to_review_at = ${now}, version = version + 1, review = iif(${isOpen}, 'waiting', review),
       reviewed_at = iif(${isOpen}, NULL, reviewed_at), reviewed_by_id = iif(${isOpen}, NULL, reviewed_by_id),
       review_question = iif(${isOpen} AND review <> 'waiting', NULL, review_question),
       review_asked_at = iif(${isOpen} AND review <> 'waiting', NULL, review_asked_at),
       review_signals = iif(${isOpen} AND ${isNew}, json_insert(review_signals, '$[#]', '${signal}'), review_signals)
     WHERE user_id = ${member} AND (${isOpen} OR status = 'cancelled')`,
    values,
  );
}
