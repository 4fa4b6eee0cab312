/**
 * Deadlines of certificates, stays and offers pause while their member cannot use the account: while suspended, and while leaving until the
 * deletion is canceled.
 */
import { secondsPerDay } from '#schema/rules.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

type Pause = 'suspended_at' | 'deletion_requested_at';

/** SQL for the time when the deadlines of member `user` were paused, in Unix seconds; NULL if they are not. */
export const pausedAt = (user: string) =>
  `iif(${user}.erased_at IS NOT NULL, NULL, min(coalesce(${user}.suspended_at, ${user}.deletion_requested_at),
    coalesce(${user}.deletion_requested_at, ${user}.suspended_at)))`;

/** SQL condition: the deadlines of the member of row `owned` are not paused. */
export const isNotPaused = (owned: string) =>
  `NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${owned}.user_id AND ${pausedAt('u')} IS NOT NULL)`;

/**
 * Moves the deadlines of the members by the length of the pause that ends. If the other pause continues, counts only the time before that one.
 * Must run before the update that ends the pause.
 */
export function resumeDeadlines(ended: Pause, userIds: number[], now: number): Statement[] {
  const other: Pause = ended === 'suspended_at' ? 'deletion_requested_at' : 'suspended_at';
  // The cast is needed because D1 binds every number as REAL.
  const seconds = `max(0, coalesce(u.${other}, CAST(?2 AS INTEGER)) - u.${ended})`;
  const wholeDays = (extraSeconds: number) => `(${seconds} + ${extraSeconds}) / ${secondsPerDay} * ${secondsPerDay}`;
  // Deadlines fall at the end of a day, so a suspension moves them by whole days. Those that passed meanwhile are rounded up so that the member
  // keeps the time that was left; rounding up all would add a day for each short suspension. Members choose when they leave and return, so
  // that time counts to the second.
  const moved = (deadline: string) =>
    ended === 'deletion_requested_at'
      ? `${deadline} + ${seconds}`
      : `${deadline} + iif(${deadline} <= ?2, ${wholeDays(secondsPerDay - 1)}, ${wholeDays(secondsPerDay / 2)})`;
  const members = `json_each(?1) w CROSS JOIN users u ON u.id = w.value WHERE u.${ended} IS NOT NULL AND u.erased_at IS NULL`;
  const values = [JSON.stringify(userIds), now];
  return [
    statement(
      `UPDATE vacation_certificates AS c SET valid_until = ${moved('c.valid_until')},
         activate_by = iif(c.status = 'active', ${moved('c.activate_by')}, c.activate_by), version = c.version + 1
       FROM ${members} AND c.user_id = u.id
         AND ((c.status = 'active' AND c.activate_by > u.${ended}) OR (c.status = 'activated' AND EXISTS (
           SELECT 1 FROM stays s WHERE s.certificate_id = c.id AND s.stage IN ('none', 'wished', 'offered'))))`,
      values,
    ),
    statement(
      `UPDATE stays AS s SET waiting_since = s.waiting_since + ${seconds}, accepted_at = s.accepted_at + ${seconds}, version = s.version + 1
       FROM ${members} AND s.user_id = u.id AND s.stage IN ('wished', 'offered')`,
      values,
    ),
    statement(
      // No offer is open after its arrival.
      `UPDATE stay_offers AS o SET expires_at = max(o.expires_at, min(${moved('o.expires_at')}, unixepoch(o.arrival)))
       FROM ${members} AND o.status = 'open' AND o.certificate_id IN (SELECT s.certificate_id FROM stays s WHERE s.user_id = u.id)`,
      values,
    ),
  ];
}
