/** Whether database and sessions answer, and how mails and jobs stand: for whoever watches from outside. */
import type { JobFacts } from '#worker/domain/alarms.ts';
import { providerFailed } from '#worker/domain/delivery.ts';
import { readJobs } from './alarms.ts';
import { batch, firstRow, rows, statement } from './sql.ts';

export interface QueueFacts {
  jobs: JobFacts[];
  firstRunAt: number | null;
  /** Since when the mail is due that has been due for longest; null where none is. */
  oldestDueAt: number | null;
  mailsWaitForProvider: boolean;
}

export function healthStore(db: D1Database, sessions: KVNamespace) {
  return {
    /** Rejects where the database does not answer. */
    async queues(now: number): Promise<QueueFacts> {
      const [jobs, first, mails] = await batch(db, [
        readJobs(),
        statement<{ at: number | null }, 'at'>('SELECT min(scheduled_for) AS "at" FROM job_runs'),
        statement<{ oldestDueAt: number | null; waits: 0 | 1 }, 'oldestDueAt' | 'waits'>(
          `SELECT (SELECT min(next_attempt_at) FROM outbox WHERE status = 'queued' AND next_attempt_at <= ?1) AS "oldestDueAt",
             EXISTS (SELECT 1 FROM outbox WHERE status = 'queued' AND status <> 'sent'
               AND last_error >= '${providerFailed}' AND last_error < '${providerFailed}~') AS "waits"`,
          now,
        ),
      ]);
      const { oldestDueAt = null, waits = 0 } = firstRow(mails) ?? {};
      return { jobs: rows(jobs), firstRunAt: firstRow(first)?.at ?? null, oldestDueAt, mailsWaitForProvider: waits === 1 };
    },

    /** Rejects where KV does not answer. */
    async askSessions(): Promise<void> {
      await sessions.get('health');
    },
  };
}
