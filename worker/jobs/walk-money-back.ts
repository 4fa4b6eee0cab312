/**
 * Early each day: the newest refunds and all disputes that may be open, should no webhook have told of them. Of payments that
 * are known here: others are for the whole walk. It goes on as long as its run may, and the next run after that.
 */
import { secondsPerDay, secondsPerMinute } from '#schema/rules.ts';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { applyWalked, madeBeforeSeconds } from '#worker/flows/memberships/walk-stripe.ts';
import { describeError, errorInWords, logError } from '#worker/log.ts';
import type { Budget } from './budget.ts';

/** Of a day: two runs of the job. A day on which both were missed is among those that the next one asks for. */
const beginsWithinSeconds = 10 * secondsPerMinute;

/** Stripe repeats a webhook for three days; what became of a dispute is told months after it was opened. */
const askedEachDaySeconds = { refunds: 3 * secondsPerDay, disputes: madeBeforeSeconds.disputes } as const;

const job = 'walk-money-back';

/** Rejects where something could not be looked at: what is left out is asked for again the next day. */
export async function walkMoneyBack(deps: PaymentDeps, budget: Budget): Promise<void> {
  const { jobProgress } = deps.store;
  const begun = await jobProgress.of(job);
  const today = Math.floor(deps.now / secondsPerDay);
  const isToBegin = deps.now % secondsPerDay < beginsWithinSeconds && begun?.throughId !== today;
  const day = begun && begun.cursor !== null ? begun.throughId : today;
  let cursor = begun?.cursor ?? (isToBegin ? 'refunds:' : null);
  let firstError: string | undefined;
  while (cursor !== null && !budget.isSpent()) {
    const page = await walkPage(deps, budget, day, cursor);
    cursor = page.cursor;
    firstError ??= page.firstError;
    await jobProgress.keep(job, { throughId: day, cursor });
    if (page.outage) throw page.outage;
  }
  if (firstError !== undefined) throw new Error(`A refund or dispute could not be looked at: ${firstError}`);
}

interface Walked {
  /** `kind:object`: after which object of which list it goes on; null at the end. */
  cursor: string | null;
  /** In words: of the first that failed. */
  firstError?: string | undefined;
  /** The provider could not do what it was asked, whatever that was. */
  outage?: PaymentProviderError;
}

async function walkPage(deps: PaymentDeps, budget: Budget, day: number, cursor: string): Promise<Walked> {
  const kind = cursor.startsWith('refunds:') ? 'refunds' : 'disputes';
  const after = cursor.slice(kind.length + 1) || null;
  const { hints, next } = await deps.provider.walk(kind, { since: day * secondsPerDay - askedEachDaySeconds[kind], after });
  let reached = cursor;
  let firstError: string | undefined;
  for (const hint of hints) {
    if (budget.isSpent()) return { cursor: reached, firstError };
    try {
      if ((await deps.store.money.load(hint)).seen) await applyWalked(deps, hint);
    } catch (error) {
      if (error instanceof PaymentProviderError && error.outage === 'surely') return { cursor: reached, outage: error };
      logError('row_failed', { kind, key: hint.id, error: describeError(error) });
      firstError ??= errorInWords(error);
    }
    reached = `${kind}:${hint.id}`;
  }
  const beginningAfter = kind === 'refunds' ? 'disputes:' : null;
  return { cursor: next === null ? beginningAfter : `${kind}:${next}`, firstError };
}
