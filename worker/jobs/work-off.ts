/** Goes through a queue, row by row. One that fails waits, longer each time, and keeps no other waiting. Product rules: Jobs and alarms. */
import type { RetryKind } from '#schema/admin/jobs.ts';
import { describeError, errorInWords, logError } from '#worker/log.ts';
import type { RetriedRow } from '#worker/store/admin/system/job-retries.ts';
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';

/** Of each kind, at one look at the queue. */
export const rowsALook = 10;
/** So many in a row, and it is the provider that fails, not the rows. */
const failuresOfOutage = 3;

/** How far an error is the provider's own, whatever it was asked: not at all, perhaps, or for certain. */
export type OutageVerdict = 'no' | 'maybe' | 'surely';

export interface DueWork extends RetriedRow {
  /** `waits`: nothing failed, and it is to be looked at again later. `unfinished`: there was no time for all of it. */
  work: () => Promise<'done' | 'waits' | 'unfinished'>;
}

export interface WorkDeps {
  store: Pick<Store, 'jobRetries'>;
  /** UTC unix seconds. */
  now: number;
  budget: Budget;
  outageIn: (error: unknown) => OutageVerdict;
}

export interface WorkReport {
  tried: number;
  failed: number;
  /** In words: of the first row that failed. */
  firstError: string | undefined;
  /** In words: why nothing more was tried. */
  outage: string | undefined;
}

/** `find` answers what of these kinds is due, in turn, at most `rowsALook` of each. */
export async function workOff(deps: WorkDeps, kinds: readonly RetryKind[], find: () => Promise<DueWork[]>): Promise<WorkReport> {
  const { now, budget } = deps;
  const { jobRetries } = deps.store;
  const report: WorkReport = { tried: 0, failed: 0, firstError: undefined, outage: undefined };
  const tried = new Set<string>();
  const settled = new Map<string, RetriedRow>();
  /** Failed one after the other, perhaps by an outage. */
  let suspects: (RetriedRow & { error: string })[] = [];

  const blame = async (rows: typeof suspects) => {
    report.failed += rows.length;
    report.firstError ??= rows[0]?.error;
    await jobRetries.putOff(rows, now);
  };
  const tryOne = async ({ kind, key, work }: DueWork) => {
    report.tried += 1;
    tried.add(nameOf({ kind, key }));
    try {
      const outcome = await work();
      // The provider is there: those before have failed by themselves.
      await blame(suspects);
      suspects = [];
      if (outcome === 'done') settled.set(nameOf({ kind, key }), { kind, key });
      if (outcome === 'waits') await jobRetries.putOff([{ kind, key, error: null }], now);
    } catch (error) {
      logError('row_failed', { kind, key, error: describeError(error) });
      const verdict = deps.outageIn(error);
      const failed = { kind, key, error: errorInWords(error) };
      if (verdict === 'no') return blame([failed]);
      suspects.push(failed);
      if (verdict === 'surely' || suspects.length >= failuresOfOutage) report.outage = errorInWords(error);
    }
  };

  let isComplete = false;
  while (!isComplete && report.outage === undefined && !budget.isSpent()) {
    const due = await find();
    const fresh = due.filter((row) => !tried.has(nameOf(row)));
    const stillDue = due.filter((row) => settled.delete(nameOf(row)));
    // They had their turn, and must not stand at the head of the queue for ever.
    await jobRetries.putOff(
      stillDue.map(({ kind, key }) => ({ kind, key, error: null })),
      now,
    );
    isComplete = fresh.length === 0 && stillDue.length === 0;
    for (const row of fresh) {
      if (report.outage !== undefined || budget.isSpent()) break;
      await tryOne(row);
    }
  }
  // Nothing that worked came after them, so nobody knows whether it was they.
  if (suspects.length > 0) report.outage ??= suspects[0]?.error;
  await jobRetries.waitForProvider(suspects, now);
  await jobRetries.settle([...settled.values()]);
  if (isComplete) await jobRetries.forgetPassed(kinds, now);
  return report;
}

function nameOf({ kind, key }: RetriedRow): string {
  return `${kind} ${key}`;
}

/** Throws, in words for administrators, where something could not be done: then the run has failed, and somebody should look. */
export function failUnlessDone(reports: readonly WorkReport[], what: { rows: string; provider: string }): void {
  const outage = reports.find((report) => report.outage !== undefined)?.outage;
  const failed = reports.reduce((sum, report) => sum + report.failed, 0);
  const tried = reports.reduce((sum, report) => sum + report.tried, 0);
  const firstError = reports.find((report) => report.firstError !== undefined)?.firstError;
  const sentences = [
    ...(failed > 0 ? [`${failed} of ${tried} ${what.rows} failed and wait for another try. The first: ${firstError}`] : []),
    ...(outage !== undefined ? [`${what.provider} could not do what it was asked, so the rest waits: ${outage}`] : []),
  ];
  if (sentences.length > 0) throw new Error(sentences.join(' '));
}
