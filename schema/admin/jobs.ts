/** Cron schedules of the jobs. `wrangler.toml` declares the same schedules, and a test compares them. */
import { secondsPerDay, secondsPerHour, secondsPerMinute } from '#schema/rules.ts';

export const jobNames = [
  'deliver-mail',
  'reconcile-payments',
  'open-chests',
  'maintain-certificates',
  'add-up-totals',
  'award-medals',
  'check-ledger',
  'check-places',
  'erase-accounts',
  'purge-expired',
  'send-digests',
  'watch',
] as const;
export type JobName = (typeof jobNames)[number];

export const jobOutcomes = ['done', 'failed'] as const;

interface Schedule {
  cron: string;
  /** Maximum age of the last successful run before an alarm is raised. Covers several intervals because cron may skip a run. */
  missedAfterSeconds: number;
}

const hourly = (minute: number): Schedule => ({ cron: `${minute} * * * *`, missedAfterSeconds: 3 * secondsPerHour });

export const jobSchedules: Record<JobName, Schedule> = {
  'deliver-mail': { cron: '* * * * *', missedAfterSeconds: 30 * secondsPerMinute },
  watch: { cron: '*/5 * * * *', missedAfterSeconds: 30 * secondsPerMinute },
  'reconcile-payments': { cron: '3,8,13,18,23,28,33,38,43,48,53,58 * * * *', missedAfterSeconds: secondsPerHour },
  'add-up-totals': { cron: '2,7,12,17,22,27,32,37,42,47,52,57 * * * *', missedAfterSeconds: 30 * secondsPerMinute },
  'award-medals': { cron: '4,9,14,19,24,29,34,39,44,49,54,59 * * * *', missedAfterSeconds: secondsPerHour },
  'erase-accounts': { cron: '1,6,11,16,21,26,31,36,41,46,51,56 * * * *', missedAfterSeconds: secondsPerHour },
  'maintain-certificates': hourly(6),
  'open-chests': hourly(16),
  'check-ledger': hourly(36),
  'purge-expired': hourly(46),
  'check-places': { cron: '21 3 * * *', missedAfterSeconds: 3 * secondsPerDay },
  'send-digests': hourly(56),
};

/** Queues whose failed rows are retried automatically. */
export const retryKinds = [
  'event',
  'order',
  'subscription',
  'refund',
  'order_refund',
  'dispute_answer',
  'renewal',
  'membership',
  'lost_membership',
  'grace',
  'erasure',
  'quote',
  'booking',
  'stay_status',
] as const;
export type RetryKind = (typeof retryKinds)[number];

export const retryJobs: Record<RetryKind, JobName> = {
  event: 'reconcile-payments',
  order: 'reconcile-payments',
  subscription: 'reconcile-payments',
  refund: 'reconcile-payments',
  order_refund: 'reconcile-payments',
  dispute_answer: 'reconcile-payments',
  renewal: 'reconcile-payments',
  membership: 'reconcile-payments',
  lost_membership: 'reconcile-payments',
  grace: 'reconcile-payments',
  erasure: 'erase-accounts',
  quote: 'maintain-certificates',
  booking: 'maintain-certificates',
  stay_status: 'maintain-certificates',
};
