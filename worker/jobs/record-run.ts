/** Runs a job and writes down when it ran and how that went. */
import type { JobName } from '#schema/admin/system.ts';
import type { Store } from '#worker/store/store.ts';

interface Recording {
  store: Pick<Store, 'jobRuns'>;
  /** UTC unix seconds; what cron says it is due for. */
  scheduledFor: number;
  /** How far the product's time is ahead of the machine's, in seconds; see clients/local-clock.ts. */
  clockOffset: number;
  /** Of jobs that run each minute: a row where one failed is enough. */
  onlyFailures?: boolean;
}

/** Rejects with the job's own error. That a run could not be written down does not keep the job from running. */
export async function recordRun(
  { store, scheduledFor, clockOffset, onlyFailures = false }: Recording,
  job: JobName,
  work: () => Promise<void>,
): Promise<void> {
  const seconds = () => Math.floor(Date.now() / 1_000) + clockOffset;
  const startedAt = seconds();
  const begin = () => attempt(() => store.jobRuns.begin({ job, scheduledFor, startedAt }));
  const early = onlyFailures ? undefined : await begin();
  try {
    await work();
  } catch (error) {
    const id = early ?? (await begin());
    if (id !== undefined) await attempt(() => store.jobRuns.end(id, seconds(), messageOf(error)));
    throw error;
  }
  if (early !== undefined) await attempt(() => store.jobRuns.end(early, seconds(), null));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

async function attempt<Value>(write: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await write();
  } catch (error) {
    console.error(JSON.stringify({ jobRuns: 'not written down', error: messageOf(error) }));
    return undefined;
  }
}
