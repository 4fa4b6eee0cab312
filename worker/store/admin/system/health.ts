import type { JobFacts } from '#worker/domain/admin/alarms.ts';
import type { MoneyCheck } from '#worker/domain/admin/money-check.ts';
import type { LedgerCheckState } from '#worker/domain/tokens/ledger-check.ts';
import { readMoneyChecks, toMoneyCheck } from '#worker/store/admin/money-checks/money-checks.ts';
import type { Database, StoreEnv } from '#worker/store/database.ts';
import { batch, firstRow, rows, statement } from '#worker/store/sql.ts';
import { readingSums } from '#worker/store/tokens/admin-ledger-checks.ts';
import { readJobs, waitsForProvider } from './alarms.ts';

export interface QueueFacts {
  jobs: JobFacts[];
  firstRunAt: number | null;
  /** Time when the longest-waiting email became due, including email delayed by a provider outage; null if no email is waiting. */
  oldestDueAt: number | null;
  mailsWaitForProvider: boolean;
  ledgerChecks: LedgerCheckState[];
  moneyChecks: MoneyCheck[];
}

export function healthStore(db: Database, { SESSIONS: sessions }: StoreEnv) {
  return {
    /** Loads the state of the job and email queues. Rejects if the database does not respond. */
    async queues(now: number): Promise<QueueFacts> {
      const [jobs, firstRuns, ledgerChecks, moneyChecks, mails] = await batch(db, [
        readJobs(),
        statement<{ at: number | null }, 'at'>('SELECT min(scheduled_for) AS "at" FROM job_runs'),
        readingSums(),
        readMoneyChecks(),
        statement<{ dueAt: number | null; waitsSince: number | null }, 'dueAt' | 'waitsSince'>(
          `SELECT (SELECT min(next_attempt_at) FROM outbox WHERE status = 'queued' AND next_attempt_at <= ?1) AS "dueAt",
             (SELECT min(created_at) FROM outbox WHERE ${waitsForProvider}) AS "waitsSince"`,
          [now],
        ),
      ]);
      const { dueAt = null, waitsSince = null } = firstRow(mails) ?? {};
      // For email delayed by the provider, counts from its creation because a retry must not reset its waiting time.
      const since = [dueAt, waitsSince].filter((at) => at !== null);
      return {
        jobs: rows(jobs),
        firstRunAt: firstRow(firstRuns)?.at ?? null,
        oldestDueAt: since.length > 0 ? Math.min(...since) : null,
        mailsWaitForProvider: waitsSince !== null,
        ledgerChecks: rows(ledgerChecks),
        moneyChecks: rows(moneyChecks).map(toMoneyCheck),
      };
    },

    /** Checks the session store. Rejects if KV does not respond. */
    async checkSessions(): Promise<void> {
      await sessions.get('health');
    },
  };
}
