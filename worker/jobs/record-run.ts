import { type JobName, jobSchedules } from '#schema/admin/jobs.ts';
import { describeError, errorText, logError } from '#worker/log.ts';
import type { Store } from '#worker/store/store.ts';

interface Recording {
  store: Pick<Store, 'jobRuns'>;
  /** Scheduled cron time in Unix seconds (UTC). */
  scheduledFor: number;
  /** Number of seconds by which the product's clock is ahead of the machine's; see clients/local-clock.ts. */
  clockOffset: number;
}

/**
 * Runs a job and records the outcome. Rejects if the job does, with a scrubbed message, because the platform logs it. The job runs even if
 * its start cannot be recorded. For jobs that run every few minutes, every failure is recorded, but only some of the successful runs.
 */
export async function recordRun({ store, scheduledFor, clockOffset }: Recording, job: JobName, work: () => Promise<void>): Promise<void> {
  const seconds = () => Math.floor(Date.now() / 1_000) + clockOffset;
  const run = { job, scheduledFor, startedAt: seconds() };
  const begin = () => attempt(() => store.jobRuns.begin(run));
  const isFrequent = !/^\d+ /.test(jobSchedules[job].cron);
  const early = isFrequent ? undefined : await begin();
  try {
    await work();
  } catch (error) {
    logError('job_failed', { job, error: describeError(error, { withStack: true }) });
    const id = early ?? (await begin());
    if (id !== undefined) await attempt(() => store.jobRuns.end(id, seconds(), errorText(error)));
    throw new Error(errorText(error));
  }
  if (isFrequent) await attempt(() => store.jobRuns.recordSuccess(run, seconds()));
  else if (early !== undefined) await attempt(() => store.jobRuns.end(early, seconds(), null));
}

async function attempt<Value>(write: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await write();
  } catch (error) {
    logError('job_run_not_written_down', { error: describeError(error) });
    return undefined;
  }
}
