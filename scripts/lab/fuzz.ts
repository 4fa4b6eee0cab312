/**
 * `npm run fuzz`: proofs that take longer than a test may. First every order of Stripe's events, then random lives of members
 * against a model, then half as many random schedules of the job that opens treasure chests, then as many random histories of
 * whose account is whose, then a fifth as many of members who read at a copy that is behind. `--runs` says how many, `--seed` which; a failure prints what led to it.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { proveAccounts } from '#scripts/lab/fuzz/accounts.ts';
import { proveChests } from '#scripts/lab/fuzz/chests.ts';
import { proveTravels } from '#scripts/lab/fuzz/travels.ts';
import { everyOrderAndMoment, everyPermutation, OrderMatters, sixEvents } from '#tests/support/memberships/event-orders.ts';
import { lives } from '#tests/support/memberships/money-actions.ts';
import { live } from '#tests/support/memberships/money-histories.ts';
import { allScenarios } from '#tests/support/memberships/money-scenarios.ts';
import { judge, judgeScenario } from '#tests/support/memberships/money-verdict.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string' } } });
const runs = wholeNumber('runs', values.runs, 1);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : wholeNumber('seed', values.seed, 0);

const isFine =
  proveOrders() &&
  proveLives() &&
  (await proveChests(Math.ceil(runs / 2), seed)) &&
  (await proveAccounts(runs, seed)) &&
  (await proveTravels(Math.ceil(runs / 5), seed));
console.log(isFine ? 'Everything is as it should be.' : 'Something is wrong: see above.');
if (!isFine) process.exitCode = 1;

function proveOrders(): boolean {
  const since = performance.now();
  const scenarios = allScenarios();
  let permutations = 0;
  let inBetween = 0;
  let twice = 0;
  let longest = 0;
  try {
    for (const scenario of scenarios) {
      judgeScenario(scenario);
      const six = sixEvents(scenario);
      if (!six) throw new OrderMatters(`${scenario.name}: six events cannot tell it`);
      const all = scenario.events.length <= 9 ? scenario.events : six;
      permutations += everyPermutation(scenario, six);
      inBetween += everyOrderAndMoment(scenario, all, 1);
      twice += everyOrderAndMoment(scenario, six, 2);
      longest = Math.max(longest, all.length);
    }
  } catch (error) {
    console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
    return false;
  }
  const [few, some, many] = [permutations, inBetween, twice].map((count) => count.toLocaleString('en'));
  console.log(`${scenarios.length} histories of payments, each ending in one and the same account (${secondsSince(since)} s):`);
  console.log(`  ${few} sequences of up to 6 events, all permutations and all with one event repeated at any place`);
  console.log(`  ${some} sequences of up to ${longest} events, read at every moment that Stripe passes through`);
  console.log(`  ${many} sequences of up to 6 events, each sent twice, read at every such moment`);
  return true;
}

function proveLives(): boolean {
  const since = performance.now();
  let payments = 0;
  let events = 0;
  const details = fc.check(
    fc.property(lives, (actions) => {
      const world = live(actions);
      judge(world);
      payments += world.stripe.history.filter(({ kind }) => kind === 'paid').length;
      events += world.applied.length;
    }),
    { numRuns: runs, seed },
  );
  if (details.failed) {
    console.error(`Seed ${seed}: npm run fuzz -- --seed ${seed} --runs ${runs}\n${fc.defaultReportMessage(details)}`);
    return false;
  }
  const counts = `${payments.toLocaleString('en')} payments, ${events.toLocaleString('en')} events`;
  console.log(`${runs.toLocaleString('en')} random lives, seed ${seed}: ${counts} (${secondsSince(since)} s):`);
  console.log('  each cent, each key and each second of membership is where it belongs');
  return true;
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1_000).toFixed(1);
}

function wholeNumber(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least) throw new Error(`--${name} must be a whole number from ${least}, not "${text}"`);
  return number;
}
