/** Every day, compares all dollar totals with the rows behind them, and our payments with Stripe's balance transactions. */
import { ledgerCheckSeconds, ledgerRecheckSeconds, secondsPerDay } from '#schema/rules.ts';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import { describeMoneyDifference, findMoneyDifference } from '#worker/domain/admin/money-check.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { describeError, logError } from '#worker/log.ts';
import type { Budget } from './budget.ts';

/** Maximum number of chunks per run; the next run checks the remaining chunks. */
const maxChunksPerRun = 120;
const maxListedDifferences = 5;

/** Like `checkLedger`: once a mismatch is found, every run rejects until a full check finds none. */
export async function checkMoney(deps: PaymentDeps, budget: Budget): Promise<void> {
  const { moneyChecks: checks } = deps.store.admin;
  await compareWithStripe(deps, budget);
  const differenceBefore = findMoneyDifference(await checks.read());
  await checks.begin(deps.now, differenceBefore ? ledgerRecheckSeconds : ledgerCheckSeconds);
  for (let chunk = 0; chunk < maxChunksPerRun && !budget.isSpent(); chunk += 1) {
    if (!(await checks.checkSome(deps.now))) break;
  }
  const difference = findMoneyDifference(await checks.read());
  if (!difference) return;
  const examples = difference.differences.slice(0, maxListedDifferences).map(describeMoneyDifference);
  throw new Error(`The money totals do not add up. Figures affected: ${difference.differing}. ${examples.join('. ')}.`);
}

/** Reads Stripe's balance transactions for completed days. If Stripe is unreachable, the next run resumes where this one stopped. */
async function compareWithStripe(deps: PaymentDeps, budget: Budget): Promise<void> {
  const { stripeDays } = deps.store.admin;
  const today = Math.floor(deps.now / secondsPerDay);
  try {
    for (;;) {
      const position = await stripeDays.position(today);
      const [until = today, after] = position.cursor?.split(' ') ?? [];
      if (position.day >= today - 1 || budget.isSpent()) return;
      const range = { from: (position.day + 1) * secondsPerDay, until: Number(until) * secondsPerDay };
      const { transactions, next } = await deps.provider.balanceTransactions(range, after ?? null);
      // The range of days stays the same until its last page has been read because Stripe lists the newest transactions first.
      const nextPosition = next === null ? { day: Number(until) - 1, cursor: null } : { day: position.day, cursor: `${until} ${next}` };
      await stripeDays.add(position, transactions, nextPosition);
    }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logError('stripe_not_compared', { error: describeError(error) });
  }
}
