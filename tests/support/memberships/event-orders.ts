/** Delivers the events of a scenario in every order, some of them twice. All orders must lead to the same account state. */

import { read, type Stripe } from '#tests/support/stripe/stripe-model.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import { reconcile } from '#worker/domain/memberships/reconcile.ts';
import { summarizeAccount } from './money-accounts.ts';
import type { Scenario, StagedEvent } from './money-scenarios.ts';

/** Thrown when reordering the events produces a different account state. */
export class OrderMatters extends Error {
  override name = 'OrderMatters';
}

/** Delivers the events in their original order, each immediately. */
export function applyInOrder(scenario: Scenario): Account {
  const { account, waiting } = deliverAll(scenario, scenario.start, scenario.events, (event) => getStage(scenario, event.stage));
  if (waiting.length > 0) throw new OrderMatters(`${scenario.name}: payment still unknown for ${namesList(waiting)}`);
  return account;
}

/**
 * Returns the last event for each object, excluding failed invoice payments. Delivering only these events, in any order, must lead to the
 * same account state as delivering all events.
 */
export function lastWords({ events }: Scenario): StagedEvent[] {
  const last = new Map(events.map((event) => [event.objectId, event]));
  return events.filter((event) => last.get(event.objectId) === event && event.type !== 'invoice.payment_failed');
}

/**
 * Returns up to six events: the last event for each object, then the earliest of the others. Returns undefined if the last events alone
 * exceed six.
 */
export function sixEvents(scenario: Scenario): StagedEvent[] | undefined {
  const neededWords = lastWords(scenario);
  if (neededWords.length > 6) return undefined;
  const others = scenario.events.filter((event) => !neededWords.includes(event)).slice(0, 6 - neededWords.length);
  return scenario.events.filter((event) => neededWords.includes(event) || others.includes(event));
}

/**
 * Delivers every permutation of the events, and every permutation with one event repeated at each position. Objects are read in their final
 * state. An event for an unknown payment moves to the end because Stripe redelivers it. Returns the number of permutations.
 */
export function everyPermutation(scenario: Scenario, events: StagedEvent[]): number {
  const expected = summarizeAccount(applyInOrder(scenario));
  const stripe = getStage(scenario, scenario.stages.length - 1);
  let count = 0;
  const walk = (account: Account, remainingEvents: StagedEvent[], path: StagedEvent[]) => {
    const repeats = path.length - new Set(path).size;
    if (path.length - repeats === events.length) {
      count += 1;
      const end = deliverAll(scenario, account, remainingEvents, () => stripe);
      if (end.waiting.length > 0 || summarizeAccount(end.account) !== expected) throw mismatch(scenario, path, expected, end.account);
    }
    for (const event of events) {
      const times = path.filter((other) => other === event).length;
      if (times === 2 || (times === 1 && repeats === 1)) continue;
      const after = deliver(scenario, account, event, stripe);
      if (after) walk(after, remainingEvents, [...path, event]);
      else walk(account, [...remainingEvents, event], [...path, event]);
    }
  };
  walk(scenario.start, [], []);
  return count;
}

/**
 * Delivers the events in the given order and checks the resulting account. Objects are read in their final state. An event for an unknown
 * payment moves to the end because Stripe redelivers it.
 */
export function checkInOrder(scenario: Scenario, events: StagedEvent[]): void {
  const expected = summarizeAccount(applyInOrder(scenario));
  const stripe = getStage(scenario, scenario.stages.length - 1);
  const { account, waiting } = deliverAll(scenario, scenario.start, events, () => stripe);
  if (waiting.length > 0 || summarizeAccount(account) !== expected) throw mismatch(scenario, events, expected, account);
}

interface Reached {
  account: Account;
  stage: number;
  /** Number of remaining deliveries for each event. */
  remaining: number[];
  /** Number of event orders that lead to this state; `path` is one of these orders. */
  pathCount: number;
  path: string[];
}

/**
 * Delivers all events, each `copies` times, in every order. Each event reads its object at every possible time after it was sent, but never
 * in an older state than an earlier read. Orders that lead to equal accounts are merged. Returns the number of orders.
 */
export function everyOrderAndMoment(scenario: Scenario, events: StagedEvent[], copies: number): number {
  const expected = summarizeAccount(applyInOrder(scenario));
  const lastStage = scenario.stages.length - 1;
  const start = { account: scenario.start, stage: 0, remaining: events.map(() => copies), pathCount: 1, path: [] };
  let reachedPaths = new Map<string, Reached>([['start', start]]);
  let finished = 0;
  while (reachedPaths.size > 0) {
    const next = new Map<string, Reached>();
    for (const from of reachedPaths.values()) {
      if (from.stage === lastStage && from.remaining.every((times) => times < copies) && summarizeAccount(from.account) !== expected)
        throw mismatch(scenario, from.path, expected, from.account);
      if (from.remaining.every((times) => times === 0)) {
        finished += from.pathCount;
        continue;
      }
      let isStuck = true;
      for (const [index, event] of events.entries()) {
        if (from.remaining[index] === 0) continue;
        for (let stage = Math.max(from.stage, event.stage); stage <= lastStage; stage += 1) {
          const account = deliver(scenario, from.account, event, getStage(scenario, stage));
          if (!account) continue;
          isStuck = false;
          const remaining = from.remaining.with(index, (from.remaining[index] ?? 0) - 1);
          const key = `${stage}|${remaining.join()}|${summarizeAccount(account)}`;
          const knownPath = next.get(key);
          if (knownPath) knownPath.pathCount += from.pathCount;
          else
            next.set(key, {
              account,
              stage,
              remaining,
              pathCount: from.pathCount,
              path: [...from.path, `${event.type}(${event.objectId})@${stage}`],
            });
        }
      }
      if (isStuck) throw new OrderMatters(`${scenario.name}: stuck after ${from.path.join(' ')}`);
    }
    reachedPaths = next;
  }
  return finished;
}

/** Applies an event. Returns undefined if its payment is not known yet, which means that Stripe must redeliver the event. */
function deliver(scenario: Scenario, account: Account, event: StagedEvent, stripe: Stripe): Account | undefined {
  const reconciled = reconcile(account, read(stripe, event.object, event.objectId), scenario.now);
  if (reconciled.ok) return reconciled.value;
  if (reconciled.refusal === 'not_yet_known') return undefined;
  throw new OrderMatters(`${scenario.name}: ${event.type}(${event.objectId}) is rejected: ${reconciled.refusal}`);
}

function deliverAll(scenario: Scenario, start: Account, events: StagedEvent[], createStripe: (event: StagedEvent) => Stripe) {
  let account = start;
  let remainingEvents = events;
  for (let before = Number.POSITIVE_INFINITY; remainingEvents.length > 0 && remainingEvents.length < before; ) {
    before = remainingEvents.length;
    remainingEvents = remainingEvents.filter((event) => {
      const after = deliver(scenario, account, event, createStripe(event));
      account = after ?? account;
      return after === undefined;
    });
  }
  return { account, waiting: remainingEvents };
}

function getStage(scenario: Scenario, stage: number): Stripe {
  const stripe = scenario.stages[stage];
  if (!stripe) throw new Error(`${scenario.name} has no step ${stage}`);
  return stripe;
}

function namesList(events: StagedEvent[]): string {
  return events.map((event) => `${event.type}(${event.objectId})`).join(' ');
}

function mismatch(scenario: Scenario, path: StagedEvent[] | string[], expected: string, actual: Account): OrderMatters {
  const names = path.map((step) => (typeof step === 'string' ? step : `${step.type}(${step.objectId})`)).join(' ');
  return new OrderMatters(
    `${scenario.name}\n  in the order  ${names}\n  ends as       ${summarizeAccount(actual)}\n  and not as    ${expected}`,
  );
}
