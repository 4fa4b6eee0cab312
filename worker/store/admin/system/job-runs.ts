import { goodRunRecordIntervalSeconds } from '#schema/rules.ts';
import { bindStore } from '#worker/store/database.ts';
import { execute, queryFirst } from '#worker/store/sql.ts';

const errorLength = 500;

export interface JobRun {
  job: string;
  /** The time for which cron scheduled the run, in Unix seconds. */
  scheduledFor: number;
  startedAt: number;
}

export const jobRunStore = bindStore({
  /** Records the start of a run and returns the row's id. An interrupted run never gets an end time. */
  async begin(db, { job, scheduledFor, startedAt }: JobRun): Promise<number> {
    return (
      (
        await queryFirst<{ id: number }>(db, 'INSERT INTO job_runs (job, scheduled_for, started_at) VALUES (?1, ?2, ?3) RETURNING id', [
          job,
          scheduledFor,
          startedAt,
        ])
      )?.id ?? 0
    );
  },

  /** Records a successful run, unless the last recorded run was also successful and recent. */
  async recordSuccess(db, { job, scheduledFor, startedAt }: JobRun, finishedAt: number): Promise<void> {
    await execute(
      db,
      `INSERT INTO job_runs (job, scheduled_for, started_at, finished_at, outcome) SELECT ?1, ?2, ?3, ?4, 'done'
       WHERE NOT EXISTS (SELECT 1 FROM (SELECT outcome, scheduled_for FROM job_runs WHERE job = ?1 ORDER BY id DESC LIMIT 1)
         WHERE outcome = 'done' AND scheduled_for > ?2 - ${goodRunRecordIntervalSeconds})`,
      [job, scheduledFor, startedAt, finishedAt],
    );
  },

  async end(db, id: number, finishedAt: number, error: string | null): Promise<void> {
    await execute(db, 'UPDATE job_runs SET finished_at = ?2, outcome = ?3, error = ?4 WHERE id = ?1', [
      id,
      finishedAt,
      error === null ? 'done' : 'failed',
      error?.slice(0, errorLength) ?? null,
    ]);
  },
});
