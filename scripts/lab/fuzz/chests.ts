/**
 * Random schedules of the job that opens treasure chests, by the real statements on a real SQLite, against a model: each
 * member and month is paid exactly once, and the same, whatever the schedule. Also on its own: `node scripts/lab/fuzz/chests.ts`.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { payoutsByTheRules } from '#tests/support/chests/chest-model.ts';
import { play } from '#tests/support/chests/chest-play.ts';
import { endOfTime, schedules } from '#tests/support/chests/chest-schedules.ts';
import { localD1 } from '#tests/support/database/local-d1.ts';

/** True where all is as it should be; a failure prints the schedule that led to it. */
export async function proveChests(runs: number, seed: number): Promise<boolean> {
  const since = performance.now();
  const withEmptyDatabase = localD1();
  const counts = { jobs: 0, payouts: 0, empty: 0 };
  const details = await fc.check(
    fc.asyncProperty(schedules, async (steps) => {
      const { facts, payouts } = await withEmptyDatabase((db) => play(db, steps, 1_000));
      counts.jobs += steps.filter(({ does }) => does === 'run').length + 2;
      counts.payouts += payouts.length;
      counts.empty += payouts.length === 0 ? 1 : 0;
      const expected = payoutsByTheRules(facts, endOfTime);
      if (payouts.join('\n') !== expected.join('\n')) {
        throw new Error(`Paid:\n  ${payouts.join('\n  ')}\nby the rules:\n  ${expected.join('\n  ')}`);
      }
    }),
    { numRuns: runs, seed },
  );
  if (details.failed) {
    console.error(`Seed ${seed}: node scripts/lab/fuzz/chests.ts --seed ${seed} --runs ${runs}\n${fc.defaultReportMessage(details)}`);
    return false;
  }
  const [jobs, payouts] = [counts.jobs, counts.payouts].map((count) => count.toLocaleString('en'));
  const seconds = ((performance.now() - since) / 1_000).toFixed(1);
  console.log(
    `${runs.toLocaleString('en')} random schedules of the chest job, seed ${seed}: ${jobs} runs, ${payouts} payouts (${seconds} s):`,
  );
  console.log(
    `  each member and month is paid once, and the same, however the job ran (${counts.empty.toLocaleString('en')} without a payout)`,
  );
  return true;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string' } } });
  if (!(await proveChests(Number(values.runs), values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed))))
    process.exitCode = 1;
}
