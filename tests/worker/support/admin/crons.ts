import { env } from 'cloudflare:workers';
import { type JobName, jobNames, jobSchedules } from '#schema/admin/jobs.ts';
import type { Env } from '#worker/env.ts';
import worker from '#worker/index.ts';
import type { Budget } from '#worker/jobs/budget.ts';

interface Firing {
  /** Scheduled time of the cron event in Unix milliseconds. Defaults to now. */
  at?: number;
  workerEnv?: Env;
}

/** Triggers a job's cron handler; rejects if the job fails. */
export async function fire(job: JobName, { at = Date.now(), workerEnv = env as unknown as Env }: Firing = {}): Promise<void> {
  await worker.scheduled({ scheduledTime: at, cron: jobSchedules[job].cron, noRetry: () => undefined }, workerEnv);
}

/** Triggers the given jobs, or every job by default, in order and even if some fail; rejects with the first error. */
export async function fireAll(firing: Firing = {}, jobs: readonly JobName[] = jobNames): Promise<void> {
  const errors: unknown[] = [];
  for (const job of jobs) await fire(job, firing).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** A time budget that never runs out, for jobs that are called directly. */
export const unlimited: Budget = { isSpent: () => false };
