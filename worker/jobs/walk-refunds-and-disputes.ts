/**
 * Early each day, applies recent refunds and all disputes that may still be open, in case a webhook was missed. Covers only payments in our
 * database; for other payments, see `npm run stripe:reconcile`. If the budget runs out, the next run resumes where this one stopped.
 */
import { secondsPerDay, secondsPerMinute } from '#schema/rules.ts';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { applyHint, creationMarginSeconds } from '#worker/flows/memberships/walk-stripe.ts';
import { describeError, errorText, logError } from '#worker/log.ts';
import type { Budget } from './budget.ts';

/** Period after midnight (UTC) in which the job runs twice. If both runs are missed, the next day's run covers their work. */
const startsWithinSeconds = 10 * secondsPerMinute;

/** How far back the job looks. A refund may fail weeks after it was issued, and a dispute may close months after it was opened. */
const lookBackSeconds = { refunds: creationMarginSeconds.refunds, disputes: creationMarginSeconds.disputes } as const;

const job = 'walk-money-back';

/** Rejects if an object could not be checked; the next day's run checks it again. */
export async function walkRefundsAndDisputes(deps: PaymentDeps, budget: Budget): Promise<void> {
  const { jobProgress } = deps.store;
  const progress = await jobProgress.findProgress(job);
  const today = Math.floor(deps.now / secondsPerDay);
  const isStartDue = deps.now % secondsPerDay < startsWithinSeconds && progress?.throughId !== today;
  const day = progress && progress.cursor !== null ? progress.throughId : today;
  let cursor = progress?.cursor ?? (isStartDue ? 'refunds:' : null);
  let firstError: string | undefined;
  while (cursor !== null && !budget.isSpent()) {
    const page = await walkPage(deps, budget, day, cursor);
    cursor = page.cursor;
    firstError ??= page.firstError;
    await jobProgress.save(job, { throughId: day, cursor });
    if (page.outage) throw page.outage;
  }
  if (firstError !== undefined) throw new Error(`A refund or dispute could not be processed: ${firstError}`);
}

interface WalkResult {
  /** The job's progress: the last object processed, as `list:object`; null once all lists are finished. */
  cursor: string | null;
  firstError?: string | undefined;
  outage?: PaymentProviderError;
}

async function walkPage(deps: PaymentDeps, budget: Budget, day: number, cursor: string): Promise<WalkResult> {
  const kind = cursor.startsWith('refunds:') ? 'refunds' : 'disputes';
  const afterId = cursor.slice(kind.length + 1) || null;
  const { hints, next } = await deps.provider.walk(kind, { since: day * secondsPerDay - lookBackSeconds[kind], after: afterId });
  let lastCursor = cursor;
  let firstError: string | undefined;
  for (const hint of hints) {
    if (budget.isSpent()) return { cursor: lastCursor, firstError };
    try {
      if ((await deps.store.money.load(hint)).snapshot) await applyHint(deps, hint);
    } catch (error) {
      if (error instanceof PaymentProviderError && error.outage === 'surely') return { cursor: lastCursor, outage: error };
      logError('row_failed', { kind, key: hint.id, error: describeError(error) });
      firstError ??= errorText(error);
    }
    lastCursor = `${kind}:${hint.id}`;
  }
  const nextList = kind === 'refunds' ? 'disputes:' : null;
  return { cursor: next === null ? nextList : `${kind}:${next}`, firstError };
}
