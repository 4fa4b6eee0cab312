import { pausedAt } from '#worker/store/certificates/paused-deadlines.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/**
 * Sends a member's unactivated certificates to review because of `signal`, also those that had passed. `member` is SQL for the member's id
 * or NULL, `now` for the time. Puts the signal last, even if the certificate has it already: ending a hold does not pass a certificate that
 * got a signal since (worker/domain/reviews/group-states.ts).
 */
export function returnToReview(signal: 'favor' | 'tokens_owed', member: string, now: string, values: number[]): Statement {
  return statement(
    `UPDATE vacation_certificates SET review = 'waiting', reviewed_at = NULL, reviewed_by_id = NULL, version = version + 1,
       review_question = iif(review = 'waiting', review_question, NULL), review_asked_at = iif(review = 'waiting', review_asked_at, NULL),
       review_signals = json_insert((SELECT json_group_array(s.value) FROM json_each(review_signals) s WHERE s.value <> '${signal}'), '$[#]', '${signal}')
     WHERE user_id = ${member} AND status = 'active' AND (review = 'waiting'
       OR activate_by > coalesce((SELECT ${pausedAt('u')} FROM users u WHERE u.id = user_id), ${now}))`,
    values,
  );
}
