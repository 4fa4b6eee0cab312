import { deadMailAlarmSeconds } from '#schema/rules.ts';

/**
 * SQL condition on an outbox row: it failed permanently within the last day and has not been acknowledged. Failed email is retried only
 * if an administrator resends it, so its due time is the time of failure.
 */
export const raisesMailAlarm = (now: string) =>
  `status = 'dead' AND next_attempt_at > ${now} - ${deadMailAlarmSeconds} AND acknowledged_at IS NULL`;
