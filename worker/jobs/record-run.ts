/** Runs a job and writes down when it ran and how that went. */
import { type JobName, jobSchedules } from '#schema/admin/jobs.ts';
import { describeError, errorText, logError } from '#worker/log.ts';
import type { Store } from '#worker/store/store.ts';

interface Recording {
  store: Pick<Store, 'jobRuns'>;
  /** UTC unix seconds; what cron says it is due for. */
  scheduledFor: number;
  /** How far the product's time is ahead of the machine's, in seconds; see clients/local-clock.ts. */
  clockOffset: number;
}

/**
 * Rejects where the job does, in words without what may be personal: the platform writes them down too. That a run could not
 * be written down does not keep the job from running. Of jobs that run every few minutes each failure is kept, and a good run
 * now and then.
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
