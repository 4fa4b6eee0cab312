import { env } from 'cloudflare:workers';
import { change } from '#tests/worker/support/client.ts';
import { describeMoneyDifference } from '#worker/domain/admin/money-check.ts';
import { moneyCheckStore } from '#worker/store/admin/money-checks/money-checks.ts';

/** Runs the daily reconciliation of all dollar amounts immediately. Returns descriptions of the discrepancies. */
export async function moneyDifferences(): Promise<string[]> {
  const checks = moneyCheckStore(env.DB);
  const now = Math.floor(Date.now() / 1_000);
  await change('DELETE FROM money_checks');
  await checks.begin(now, 0);
  while (await checks.checkSome(now));
  const [check] = await checks.read();
  if (check?.finishedAt !== now) throw new Error('The check did not finish');
  return check.differences.map(describeMoneyDifference);
}
