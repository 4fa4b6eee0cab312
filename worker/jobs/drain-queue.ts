/**
 * Processes a retry queue row by row. A failed row is retried with exponential backoff, after all other rows, and does not block them.
 * Product rules: Jobs and alarms.
 */
import type { RetryKind } from '#schema/admin/jobs.ts';
import { describeError, errorText, logError } from '#worker/log.ts';
import type { RetriedRow } from '#worker/store/admin/system/job-retries.ts';
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';

export const batchRows = 10;
/**
 * Number of consecutive failures after which the provider is considered down. At least one of the rows must not have failed in an earlier
 * run, so that a few rows that always fail do not end each run.
 */
const failuresOfOutage = 3;

export type OutageLikelihood = 'no' | 'maybe' | 'surely';

export interface DueWork extends RetriedRow {
  /**
   * Processes the row. `waits`: nothing failed, but the row is not ready yet. `unfinished`: a later run has to do the rest, after other
   * rows.
   */
  work: () => Promise<'done' | 'waits' | 'unfinished'>;
}

export interface WorkDeps {
  store: Pick<Store, 'jobRetries'>;
  /** Current time in Unix seconds (UTC). */
  now: number;
  budget: Budget;
  classifyOutage: (error: unknown) => OutageLikelihood;
}

export interface WorkReport {
  attempted: number;
  failed: number;
  firstError: string | undefined;
  outage: string | undefined;
}

/** Processes the queue. `find` returns due rows of the given kinds, oldest first, at most `batchRows` per kind. */
export async function drainQueue(deps: WorkDeps, kinds: readonly RetryKind[], find: () => Promise<DueWork[]>): Promise<WorkReport> {
  const { now, budget } = deps;
  const { jobRetries } = deps.store;
  const report: WorkReport = { attempted: 0, failed: 0, firstError: undefined, outage: undefined };
  const triedKeys = new Set<string>();
  const settledRows = new Map<string, RetriedRow>();
  let suspectRows: (RetriedRow & { error: string })[] = [];

  const recordFailures = async (rows: typeof suspectRows) => {
    report.failed += rows.length;
    report.firstError ??= rows[0]?.error;
    await jobRetries.putOff(rows, now);
  };
  const tryRow = async ({ kind, key, work }: DueWork, hasFailedBefore: boolean) => {
    report.attempted += 1;
    triedKeys.add(getKey({ kind, key }));
    try {
      const outcome = await work();
      // The provider responded without an error, so the earlier failures were caused by the rows themselves.
      await recordFailures(suspectRows);
      suspectRows = [];
      if (outcome === 'done') settledRows.set(getKey({ kind, key }), { kind, key });
      if (outcome === 'unfinished') await jobRetries.postpone([{ kind, key, error: null }], now);
      if (outcome === 'waits') await jobRetries.putOff([{ kind, key, error: null }], now);
    } catch (error) {
      logError('row_failed', { kind, key, error: describeError(error) });
      const verdict = deps.classifyOutage(error);
      const failedWork = { kind, key, error: errorText(error) };
      const isRowsFault = verdict === 'no' || (verdict === 'maybe' && hasFailedBefore && suspectRows.length === 0);
      if (isRowsFault) return recordFailures([failedWork]);
      suspectRows.push(failedWork);
      if (verdict === 'surely' || suspectRows.length >= failuresOfOutage) report.outage = errorText(error);
    }
  };

  let isComplete = false;
  while (!isComplete && report.outage === undefined && !budget.isSpent()) {
    const dueWork = await find();
    const newRows = dueWork.filter((row) => !triedKeys.has(getKey(row)));
    const unchangedRows = dueWork.filter((row) => settledRows.delete(getKey(row)));
    // Move unfinished rows to the end of the queue so that they do not block other rows.
    await jobRetries.putOff(
      unchangedRows.map(({ kind, key }) => ({ kind, key, error: null })),
      now,
    );
    isComplete = newRows.length === 0 && unchangedRows.length === 0;
    const failedKeys = new Set((await jobRetries.findFailed(newRows)).map(getKey));
    const hasFailedBefore = (row: DueWork) => failedKeys.has(getKey(row));
    // Failed rows of any kind wait until no other row is due.
    const nextRows = newRows.every(hasFailedBefore) ? newRows : newRows.filter((row) => !hasFailedBefore(row));
    for (const row of nextRows) {
      if (report.outage !== undefined || budget.isSpent()) break;
      await tryRow(row, hasFailedBefore(row));
    }
  }
  // All rows tried since the last success have failed, among them a new one, so the cause may be an outage.
  if (suspectRows.length > 0) report.outage ??= suspectRows[0]?.error;
  await jobRetries.postpone(suspectRows, now);
  await jobRetries.settle([...settledRows.values()]);
  if (isComplete) await jobRetries.deleteStale(kinds, now);
  return report;
}

function getKey({ kind, key }: RetriedRow): string {
  return `${kind} ${key}`;
}

/** Throws if a row failed, which marks the run as failed. Administrators see the message. */
export function throwIfIncomplete(reports: readonly WorkReport[], labels: { rows: string; provider: string }): void {
  const outage = reports.find((report) => report.outage !== undefined)?.outage;
  const failedCount = reports.reduce((sum, report) => sum + report.failed, 0);
  const triedCount = reports.reduce((sum, report) => sum + report.attempted, 0);
  const firstError = reports.find((report) => report.firstError !== undefined)?.firstError;
  const sentences = [
    ...(failedCount > 0 ? [`${failedCount} of ${triedCount} ${labels.rows} failed and will be retried. First error: ${firstError}`] : []),
    ...(outage !== undefined ? [`${labels.provider} is unavailable, so the rest will be retried later: ${outage}`] : []),
  ];
  if (sentences.length > 0) throw new Error(sentences.join(' '));
}
