import { jobProgress } from '#schema/tables/operations.ts';
import { bindStore } from '#worker/store/database.ts';
import { execute, queryFirst, type RowOf, selectList } from '#worker/store/sql.ts';

type Progress = RowOf<typeof jobProgress, 'throughId' | 'cursor'>;

const columns = selectList(jobProgress, 'p', ['throughId', 'cursor']);

export const jobProgressStore = bindStore({
  findProgress(db, job: string): Promise<Progress | undefined> {
    return queryFirst<Progress>(db, `SELECT ${columns} FROM job_progress p WHERE p.job = ?1`, [job]);
  },

  async save(db, job: string, { throughId, cursor }: Progress): Promise<void> {
    await execute(
      db,
      `INSERT INTO job_progress (job, through_id, cursor) VALUES (?1, ?2, ?3)
       ON CONFLICT (job) DO UPDATE SET through_id = excluded.through_id, cursor = excluded.cursor`,
      [job, throughId, cursor],
    );
  },
});
