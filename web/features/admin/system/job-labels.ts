import { type JobName, jobSchedules } from '#schema/admin/jobs.ts';
import type { JobRun } from '#schema/admin/system.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

/** `effect` describes how a run can affect members and money. Jobs without an `effect` need no confirmation. */
export const jobLabels: Record<JobName, { title: string; description: string; effect?: string }> = {
  'deliver-mail': { title: 'Emails', description: 'Sends queued emails and push notifications every minute.' },
  'reconcile-payments': {
    title: 'Payments',
    description: 'Checks the payment provider for events that webhooks may have missed.',
    effect: 'Refunds duplicate payments, retries refunds, and ends subscriptions and grace periods that are due.',
  },
  'open-chests': {
    title: 'Treasure chests',
    description: 'Opens chests after each month ends.',
    effect: 'Opens the chests for months that have ended and makes their payouts due.',
  },
  'add-up-totals': { title: 'Totals and charts', description: 'Updates the charts, money figures and Numbers on these pages.' },
  'maintain-certificates': {
    title: 'Certificates',
    description: 'Sends reminders, expires certificates and books stays.',
    effect: 'Books stays and expires certificates past their deadline.',
  },
  'award-medals': { title: 'Medals', description: 'Updates members’ weekly trails and medals.' },
  'check-places': { title: 'Card locations', description: 'Checks the map’s counts against the cards once a day and corrects them.' },
  'check-ledger': { title: 'Token ledger', description: 'Checks once a day that members’ balances match the ledger.' },
  'erase-accounts': {
    title: 'Deleted accounts',
    description: 'Erases accounts a week after their deletion is requested.',
    effect: 'Permanently erases the accounts due for deletion. This can’t be undone.',
  },
  'send-digests': {
    title: 'Digests and news',
    description: 'Emails owners about their cards’ activity, and members about new cards nearby.',
  },
  watch: { title: 'Monitoring', description: 'Checks every five minutes for problems that need attention.' },
  'purge-expired': { title: 'Cleanup', description: 'Deletes expired sessions, links, counters and scan origins.' },
};

export interface JobStatus {
  tone: BadgeTone;
  label: string;
}

/**
 * Returns the label for a job's state. `runs` are newest first, `now` is an ISO timestamp, and `hasFailed` means that a failed item is
 * waiting for a retry.
 */
export function getJobStatus(job: JobName, runs: readonly JobRun[], now: string, hasFailed = false): JobStatus {
  const lastRun = runs[0];
  if (!lastRun) return { tone: 'grey', label: 'Not run yet' };
  if (Date.parse(now) - Date.parse(lastRun.startedAt) > jobSchedules[job].missedAfterSeconds * 1_000)
    return { tone: 'yellow', label: 'Overdue' };
  if (lastRun.outcome === 'failed') return { tone: 'red', label: 'Failed' };
  const isRunning = Date.parse(now) - Date.parse(lastRun.startedAt) < 15 * 60_000;
  if (lastRun.outcome === 'unfinished') return isRunning ? { tone: 'info', label: 'Running' } : { tone: 'yellow', label: 'Interrupted' };
  return hasFailed ? { tone: 'yellow', label: 'Retrying' } : { tone: 'green', label: 'OK' };
}
