/** Group holds that someone other than the holder ended. Product rules: Reviews. */
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import type { Statement } from '#worker/store/sql.ts';
import { hasHeldSignal } from './open-holds.ts';

/** SQL condition: decision `decision` was in force at time `at`. */
const wasInForce = (decision: string, at: string) => `${decision}.created_at <= ${at} AND coalesce(${decision}.undone_at, 9e15) >= ${at}`;

/**
 * SQL to join each group hold `h`, decided by someone other than `admin`, that was in force for the member until time `at`. `before` excludes
 * the decision that ended it.
 */
const colleaguesHolds = (member: string, admin: string, at: string, before = 'true') =>
  `CROSS JOIN review_effects e ON e.user_id = ${member} AND e.kind = 'member' AND ${before.replace('l.', 'e.')}
    CROSS JOIN review_decisions h ON h.id = e.decision_id AND h.action = 'hold' AND h.admin_id <> ${admin} AND ${wasInForce('h', at)}
      AND NOT EXISTS (SELECT 1 FROM review_effects l JOIN review_decisions r ON r.id = l.decision_id AND r.action IN ('release', 'take_back')
        AND ${wasInForce('r', at)} WHERE l.user_id = e.user_id AND l.kind = 'member' AND l.decision_id > e.decision_id AND ${before})`;

/**
 * SQL for the holds of members that a colleague ended since `since`, by a group decision, its undo, or the review of a held certificate.
 * `id` is the administrator who ended the hold, `holder` the one who had decided it. `members` is an SQL condition without its left
 * operand, such as `= ?1`. Must match `isHeldMember`.
 */
export const endedHolds = (members: string, since: string) =>
  `SELECT d.admin_id AS id, iif(d.action = 'take_back', 'review.take_back', 'review.release') AS action, d.created_at AS at, h.admin_id AS holder, m.user_id AS member
    FROM review_effects m CROSS JOIN review_decisions d ON d.id = m.decision_id AND d.created_at > ${since} AND d.action IN ('release', 'take_back', 'undo')
      ${colleaguesHolds('m.user_id', 'd.admin_id', 'd.created_at', 'l.decision_id < d.id')}
    WHERE m.user_id ${members} AND m.kind = 'member' AND (d.action <> 'undo' OR d.undoes_id = h.id)
    UNION ALL SELECT c.reviewed_by_id, iif(c.review = 'passed', 'certificate.pass', 'certificate.refuse'), c.reviewed_at, h.admin_id, c.user_id
    FROM vacation_certificates c ${colleaguesHolds('c.user_id', 'c.reviewed_by_id', 'c.reviewed_at')}
    WHERE c.user_id ${members} AND c.review IN ('passed', 'refused') AND c.reviewed_at > ${since} AND ${hasHeldSignal('c.review_signals')}`;

/** Emails the administrators whose holds of these members this administrator has just ended. */
export function emailEndedHolds(members: string, value: string | number, { adminId }: Actor, now: number): Statement {
  return queueSelectedMails(
    'hold_ended',
    {
      sql: `SELECT NULL, a.email, json_object('firstName', a.first_name, 'action', e.action, 'member', CAST(min(e.member) AS TEXT), 'sender', s.email),
          'hold_ended:' || e.holder || ':' || s.id || ':' || e.at || ':' || min(e.member)
        FROM (${endedHolds(members, '?3 - 1')}) e JOIN admins s ON s.id = e.id JOIN admins a ON a.id = e.holder AND a.disabled_at IS NULL
        WHERE e.id = ?2 GROUP BY a.id`,
      values: [value, adminId, now],
    },
    now,
  );
}
