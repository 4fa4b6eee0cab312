/**
 * A seeded sample of the exhaustive check in `npm run fuzz`: reordering and repeating Stripe's events does not change the result.
 *
 * @module-tag long
 */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { checkInOrder, everyOrderAndMoment, everyPermutation, sixEvents } from '#tests/support/memberships/event-orders.ts';
import { allScenarios } from '#tests/support/memberships/money-scenarios.ts';
import { judgeScenario } from '#tests/support/memberships/money-verdict.ts';

const scenarios = allScenarios();
const seed = 20_261_121;

/** The timeout is generous: on an idle machine, the tests take a second. */
vi.setConfig({ testTimeout: 60_000 });

describe.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s:', (_, scenario) => {
  test('has the expected result', () => judgeScenario(scenario));

  test('has the same result with every event twice, shuffled', () => {
    const sequence = [...scenario.events, ...scenario.events];
    const shuffled = fc.shuffledSubarray(sequence, { minLength: sequence.length });
    fc.assert(
      fc.property(shuffled, (events) => checkInOrder(scenario, events)),
      { numRuns: 40, seed },
    );
  });
});

test('purchase, upgrade, renewal, refund and cancellation have the same result in all 720 orders and in 15,120 with a repetition', () => {
  const scenario = scenarios.find(({ name }) => name.startsWith('a purchase, an upgrade, a renewal, a refund, a cancellation'));
  const six = scenario && sixEvents(scenario);
  expect(six).toHaveLength(6);
  if (scenario && six) expect(everyPermutation(scenario, six)).toBe(720 + 15_120);
});

test('an upgrade has the same result whatever state Stripe’s objects are in when an event is processed', () => {
  const scenario = scenarios.find(({ name }) => name.startsWith('an upgrade; '));
  if (!scenario) throw new Error('No such scenario');
  expect(everyOrderAndMoment(scenario, scenario.events, 1)).toBeGreaterThan(50_000);
});
