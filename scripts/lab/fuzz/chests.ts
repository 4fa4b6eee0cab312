import fc from 'fast-check';
import { type Amount, formatCount, prove } from '#scripts/lab/fuzz/run-proofs.ts';
import { payoutsByTheRules } from '#tests/support/chests/chest-model.ts';
import { play } from '#tests/support/chests/chest-play.ts';
import { endOfTime, schedules } from '#tests/support/chests/chest-schedules.ts';
import { localD1 } from '#tests/support/database/local-d1.ts';

export function proveChests(amount: Amount): Promise<boolean> {
  const withEmptyDatabase = localD1();
  const counts = { jobs: 0, payouts: 0, empty: 0 };
  const property = fc.asyncProperty(schedules, async (steps) => {
    const { facts, payouts } = await withEmptyDatabase((db) => play(db, steps, 1_000));
    counts.jobs += steps.filter(({ does }) => does === 'run').length + 2;
    counts.payouts += payouts.length;
    counts.empty += payouts.length === 0 ? 1 : 0;
    const expected = payoutsByTheRules(facts, endOfTime);
    if (payouts.join('\n') !== expected.join('\n')) {
      throw new Error(`Paid:\n  ${payouts.join('\n  ')}\nby the rules:\n  ${expected.join('\n  ')}`);
    }
  });
  return prove(
    property,
    amount,
    () =>
      `random schedules of the chest job, ${formatCount(counts.empty)} without a payout: ${formatCount(counts.jobs)} runs, ${formatCount(counts.payouts)} payouts`,
  );
}
