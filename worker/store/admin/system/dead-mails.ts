import { deadMailAlarmSeconds } from '#schema/rules.ts';

/** SQL condition on an outbox row: it failed within the last day and is not acknowledged. A dead email is never due again, so its due time is when it failed. */
export const raisesMailAlarm = (now: string) =>
  `status = 'dead' AND next_attempt_at > ${now} - ${deadMailAlarmSeconds} AND acknowledged_at IS NULL`;
