import { type JobName, jobSchedules } from '#schema/admin/jobs.ts';
import type { JobRun } from '#schema/admin/system.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

export const jobLabels: Record<JobName, { title: string; does: string }> = {
  'deliver-mail': { title: 'Mails', does: 'Sends what waits in the outbox, each minute.' },
  'reconcile-payments': { title: 'Payments', does: 'Asks the payment provider about what webhooks may have missed.' },
  'open-chests': { title: 'Treasure chests', does: 'Opens the chests of every month that has ended.' },
  'add-up-totals': { title: 'Sums and charts', does: 'Updates the charts and money figures of these pages.' },
  'maintain-certificates': { title: 'Certificates', does: 'Reminds, expires, and books stays.' },
  'check-places': {
    title: 'Places of cards',
    does: 'Compares the counts on the map with the cards once a day, and corrects them.',
  },
  'check-ledger': { title: 'Token ledger', does: 'Checks once a day that what members hold is what the ledger adds up to.' },
  'erase-accounts': { title: 'Deleted accounts', does: 'Erases members a week after they asked for it.' },
  'send-digests': { title: 'Digests and news', does: 'Mails owners what happened on their cards, and members what is new near them.' },
  watch: { title: 'Watch', does: 'Looks every five minutes for what needs somebody.' },
  'purge-expired': {
    title: 'Tidying up',
    does: 'Deletes sessions, links, counters and what says from where a scan came, once their time is over.',
  },
};

export interface Verdict {
  tone: BadgeTone;
  word: string;
}

/** Judges by runs, newest first, at `now` (ISO). `hasFailed`: a failure of one of them waits for its retry. */
export function judge(job: JobName, runs: readonly JobRun[], now: string, hasFailed = false): Verdict {
  const last = runs[0];
  if (!last) return { tone: 'grey', word: 'Not run yet' };
  if (Date.parse(now) - Date.parse(last.startedAt) > jobSchedules[job].missedAfterSeconds * 1_000)
    return { tone: 'yellow', word: 'Overdue' };
  if (last.outcome === 'failed') return { tone: 'red', word: 'Failed' };
  const isBegun = Date.parse(now) - Date.parse(last.startedAt) < 15 * 60_000;
  if (last.outcome === 'unfinished') return isBegun ? { tone: 'info', word: 'Running' } : { tone: 'yellow', word: 'Cut off' };
  return hasFailed ? { tone: 'yellow', word: 'Tries again' } : { tone: 'green', word: 'Fine' };
}
