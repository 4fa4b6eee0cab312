/** A seeded sample of what `npm run fuzz` proves in full: the order and number of Stripe's events do not matter. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { everyOrderAndMoment, everyPermutation, inOrder, sixEvents } from '#tests/support/memberships/event-orders.ts';
import { allScenarios } from '#tests/support/memberships/money-scenarios.ts';
import { judgeScenario } from '#tests/support/memberships/money-verdict.ts';

const scenarios = allScenarios();
const seed = 20_261_121;

/** A second on an idle machine. */
vi.setConfig({ testTimeout: 60_000 });

describe.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s:', (_, scenario) => {
  test('comes out as it should', () => judgeScenario(scenario));

  test('comes out alike with every event twice, shuffled', () => {
    const sequence = [...scenario.events, ...scenario.events];
    const shuffled = fc.shuffledSubarray(sequence, { minLength: sequence.length });
    fc.assert(
      fc.property(shuffled, (events) => inOrder(scenario, events)),
      { numRuns: 40, seed },
    );
  });
});

test('purchase, upgrade, renewal, refund and cancellation come out alike in all 720 orders and 15,120 with one repeated', () => {
  const scenario = scenarios.find(({ name }) => name.startsWith('a purchase, an upgrade, a renewal, a refund, a cancellation'));
  const six = scenario && sixEvents(scenario);
  expect(six).toHaveLength(6);
  if (scenario && six) expect(everyPermutation(scenario, six)).toBe(720 + 15_120);
});

test('an upgrade comes out alike whatever Stripe’s objects are when each event is looked at', () => {
  const scenario = scenarios.find(({ name }) => name.startsWith('an upgrade; '));
  if (!scenario) throw new Error('No such scenario');
  expect(everyOrderAndMoment(scenario, scenario.events, 1)).toBeGreaterThan(50_000);
});
