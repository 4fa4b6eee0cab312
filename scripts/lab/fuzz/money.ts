import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Amount, formatCount, prove, secondsSince } from '#scripts/lab/fuzz/run-proofs.ts';
import { localD1 } from '#tests/support/database/local-d1.ts';
import { everyOrderAndMoment, everyPermutation, OrderMatters, sixEvents } from '#tests/support/memberships/event-orders.ts';
import { liveScenarios } from '#tests/support/memberships/money-actions.ts';
import { checkInDatabase } from '#tests/support/memberships/money-database.ts';
import { live } from '#tests/support/memberships/money-histories.ts';
import { allScenarios } from '#tests/support/memberships/money-scenarios.ts';
import { checkMoney, judgeScenario } from '#tests/support/memberships/money-verdict.ts';

/** Replays the events of each payment history in every order and checks that all orders lead to the same account state. */
export function proveOrders(): boolean {
  const startedAt = performance.now();
  const scenarios = allScenarios();
  let permutations = 0;
  let sequenceCount = 0;
  let repeatCount = 0;
  let maxEventCount = 0;
  try {
    for (const scenario of scenarios) {
      judgeScenario(scenario);
      const six = sixEvents(scenario);
      if (!six) throw new OrderMatters(`${scenario.name}: cannot be expressed in six events`);
      const all = scenario.events.length <= 9 ? scenario.events : six;
      permutations += everyPermutation(scenario, six);
      sequenceCount += everyOrderAndMoment(scenario, all, 1);
      repeatCount += everyOrderAndMoment(scenario, six, 2);
      maxEventCount = Math.max(maxEventCount, all.length);
    }
  } catch (error) {
    console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
    return false;
  }
  console.log(`${scenarios.length} histories of payments, each ending in one and the same account (${secondsSince(startedAt)} s):`);
  console.log(`  ${formatCount(permutations)} sequences of up to 6 events: all permutations, alone and with one event repeated anywhere`);
  console.log(
    `  ${formatCount(sequenceCount)} sequences of up to ${maxEventCount} events, read at every moment that Stripe passes through`,
  );
  console.log(`  ${formatCount(repeatCount)} sequences of up to 6 events, each sent twice, read at every such moment`);
  return true;
}

/**
 * Checks random member histories against the model: every cent, key and second of membership must match. Also checks that the daily check
 * finds no mismatches at the end of a history.
 */
export function proveLives(amount: Amount): Promise<boolean> {
  const withEmptyDatabase = localD1();
  let payments = 0;
  let events = 0;
  const property = fc.asyncProperty(liveScenarios, async (actions) => {
    const world = live(actions);
    checkMoney(world);
    assert.deepEqual(await withEmptyDatabase((db) => checkInDatabase(db, world.journal)), []);
    payments += world.stripe.history.filter(({ kind }) => kind === 'paid').length;
    events += world.appliedEvents.length;
  });
  return prove(property, amount, () => `random lives: ${formatCount(payments)} payments, ${formatCount(events)} events`);
}
