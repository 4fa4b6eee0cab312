/** Builds the response of GET /api/health/deep. Product rules: Jobs and alarms. */
import { type JobName, jobNames } from '#schema/admin/jobs.ts';
import { mailOverdueSeconds } from '#schema/rules.ts';
import type { DeepHealth } from '#schema/site.ts';
import { type Seconds, toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { findDifference, type LedgerCheckState } from '#worker/domain/tokens/ledger-check.ts';
import { isMissed, type JobFacts } from './alarms.ts';
import { findMoneyDifference, type MoneyCheck } from './money-check.ts';

/** Inputs for the health check. `queues` is undefined if the database could not be read. */
export interface HealthInputs {
  queues:
    | {
        jobs: JobFacts[];
        firstRunAt: Seconds | null;
        oldestDueAt: Seconds | null;
        mailsWaitForProvider: boolean;
        ledgerChecks: LedgerCheckState[];
        moneyChecks: MoneyCheck[];
      }
    | undefined;
  canReadSessions: boolean;
  hasMailProvider: boolean;
}

export function assessHealth({ queues, canReadSessions, hasMailProvider }: HealthInputs, now: Seconds): DeepHealth {
  const jobs = Object.fromEntries(jobNames.map((name) => [name, assessJob(name, queues, now)]));
  const mail = {
    status: hasMailProvider ? assessMail(queues, now) : ('off' as const),
    oldestDueAt: toIsoOrNull(queues?.oldestDueAt ?? null),
  };
  const database = queues ? ('ok' as const) : ('failing' as const);
  const sessions = canReadSessions ? ('ok' as const) : ('failing' as const);
  const assessChecks = (hasDifference: boolean) =>
    queues ? (hasDifference ? ('failing' as const) : ('ok' as const)) : ('unknown' as const);
  const ledger = assessChecks(findDifference(queues?.ledgerChecks ?? []) !== undefined);
  const money = assessChecks(findMoneyDifference(queues?.moneyChecks ?? []) !== undefined);
  const isHealthy = [database, sessions, ledger, money, mail.status, ...Object.values(jobs).map(({ status }) => status)].every(
    (status) => status === 'ok' || status === 'off',
  );
  return { status: isHealthy ? 'ok' : 'failing', time: toIso(now), database, sessions, ledger, money, mail, jobs };
}

function assessJob(name: JobName, queues: HealthInputs['queues'], now: Seconds): DeepHealth['jobs'][string] {
  if (!queues) return { status: 'unknown', lastGoodAt: null };
  const { lastGoodAt = null, lastOutcome = null } = queues.jobs.find(({ job }) => job === name) ?? {};
  // Before the first run of any job, no job counts as missed.
  const isFailing = lastOutcome === 'failed' || isMissed(name, lastGoodAt ?? queues.firstRunAt, now);
  return { status: isFailing ? 'failing' : 'ok', lastGoodAt: toIsoOrNull(lastGoodAt) };
}

function assessMail(queues: HealthInputs['queues'], now: Seconds): DeepHealth['mail']['status'] {
  if (!queues) return 'unknown';
  const hasFailed = queues.jobs.some(({ job, lastOutcome }) => job === 'deliver-mail' && lastOutcome === 'failed');
  const isOverdue = queues.oldestDueAt !== null && queues.oldestDueAt < now - mailOverdueSeconds;
  return hasFailed || isOverdue || queues.mailsWaitForProvider ? 'failing' : 'ok';
}
