/** Deadlines of certificates, stays and offers pause while the member is suspended or leaving. Erasure ends the pause. */
import { secondsPerDay } from '#schema/rules.ts';
import { heldSince } from '#worker/store/reviews/admin-decisions-in-force.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

type Pause = 'suspended_at' | 'deletion_requested_at';

/** SQL for the time when the deadlines of member `user` were paused, in Unix seconds; NULL if they are not. */
export const pausedAt = (user: string) =>
  `iif(${user}.erased_at IS NOT NULL, NULL, min(coalesce(${user}.suspended_at, ${user}.deletion_requested_at),
    coalesce(${user}.deletion_requested_at, ${user}.suspended_at)))`;

/** SQL condition: the deadlines of the member of `row` are not paused. */
export const isNotPaused = (row: string) =>
  `NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${row}.user_id AND ${pausedAt('u')} IS NOT NULL)`;

/**
 * Extends the members' deadlines by the length of the pause that ends. Time that overlaps the other pause or a group hold is left to that one.
 * Must run before the update that ends the pause.
 */
export function resumeDeadlines(endedPause: Pause, userIds: number[], now: number): Statement[] {
  const otherPause: Pause = endedPause === 'suspended_at' ? 'deletion_requested_at' : 'suspended_at';
  // The cast is needed because D1 binds every number as REAL.
  const pauseEnd = `coalesce(u.${otherPause}, CAST(?2 AS INTEGER))`;
  const pauseSeconds = `max(0, ${pauseEnd} - u.${endedPause})`;
  // A review passed meanwhile restarted the activation period. Releasing a hold adds the held days.
  const activationPause = `max(0, min(${pauseEnd}, coalesce(${heldSince('c')}, ${pauseEnd})) - max(u.${endedPause}, coalesce(c.reviewed_at, 0)))`;
  const wholeDays = (seconds: string) => `(${seconds}) / ${secondsPerDay} * ${secondsPerDay}`;
  // Certificates show deadlines as dates, so a suspension moves them by whole days, and open offers with them. Deadlines that passed meanwhile
  // are rounded up so that the member keeps the remaining time; rounding all of them up would add a day for each short suspension. Members
  // choose when they leave and return, so a deletion request moves deadlines by its exact length.
  const extendDeadline = (deadline: string, seconds = pauseSeconds) =>
    endedPause === 'deletion_requested_at'
      ? `${deadline} + ${seconds}`
      : `${deadline} + ${wholeDays(`${seconds} + iif(${deadline} <= ?2, ${secondsPerDay - 1}, ${secondsPerDay / 2})`)}`;
  const members = `json_each(?1) w CROSS JOIN users u ON u.id = w.value WHERE u.${endedPause} IS NOT NULL AND u.erased_at IS NULL`;
  const values = [JSON.stringify(userIds), now];
  return [
    statement(
      `UPDATE vacation_certificates AS c SET valid_until = ${extendDeadline('c.valid_until')},
         activate_by = iif(c.status = 'active', ${extendDeadline('c.activate_by', activationPause)}, c.activate_by), reminders_sent = '[]',
         version = c.version + 1
       FROM ${members} AND c.user_id = u.id
         AND ((c.status = 'active' AND (c.review = 'waiting' OR c.activate_by > u.${endedPause})) OR (c.status = 'activated' AND EXISTS (
           SELECT 1 FROM stays s WHERE s.certificate_id = c.id AND s.stage IN ('none', 'wished', 'offered'))))`,
      values,
    ),
    statement(
      `UPDATE stays AS s SET waiting_since = s.waiting_since + ${pauseSeconds}, accepted_at = s.accepted_at + ${pauseSeconds}, version = s.version + 1
       FROM ${members} AND s.user_id = u.id AND s.stage IN ('wished', 'offered')`,
      values,
    ),
    statement(
      // No offer is open after its arrival.
      `UPDATE stay_offers AS o SET expires_at = max(o.expires_at, min(${extendDeadline('o.expires_at')}, unixepoch(o.arrival)))
       FROM ${members} AND o.status = 'open' AND o.certificate_id IN (SELECT s.certificate_id FROM stays s WHERE s.user_id = u.id)`,
      values,
    ),
  ];
}
