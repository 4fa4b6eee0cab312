import { goodRunRecordIntervalSeconds, longestRunSeconds } from '#schema/rules.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { auditStatement } from '#worker/store/admin/audit/audit.ts';
import { bindStore } from '#worker/store/database.ts';
import { batch, execute, firstRow, queryFirst, statement } from '#worker/store/sql.ts';

const errorLength = 500;

export interface JobRun {
  job: string;
  /** Scheduled time of the run, in Unix seconds. */
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

  /** Records and audits the start of a run. Returns undefined while another run is in progress. */
  async beginForAdmin(db, { job, scheduledFor, startedAt }: JobRun, actor: Actor): Promise<number | undefined> {
    const [begun] = await batch(db, [
      statement<{ id: number }>(
        `INSERT INTO job_runs (job, scheduled_for, started_at) SELECT ?1, ?2, ?3 WHERE NOT EXISTS (SELECT 1 FROM job_runs
           WHERE job = ?1 AND outcome IS NULL AND started_at > ?3 - ${longestRunSeconds}) RETURNING id`,
        [job, scheduledFor, startedAt],
      ),
      auditStatement(actor, { action: 'job.run', entityType: 'job', entityId: job }, startedAt),
    ]);
    return firstRow(begun)?.id;
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
