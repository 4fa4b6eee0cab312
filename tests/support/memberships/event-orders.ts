/** Delivers the events of a scenario in every order, some twice: all must lead to the same account. */

import { read, type Stripe } from '#tests/support/stripe/stripe-model.ts';
import type { Account } from '#worker/domain/memberships/account.ts';
import { reconcile } from '#worker/domain/memberships/reconcile.ts';
import { summarizeAccount } from './money-accounts.ts';
import type { Scenario, StagedEvent } from './money-scenarios.ts';

/** An order that led to a different account. */
export class OrderMatters extends Error {
  override name = 'OrderMatters';
}

/** In order, each event at once. */
export function inTheirOwnOrder(scenario: Scenario): Account {
  const { account, waiting } = deliverAll(scenario, scenario.start, scenario.events, (event) => stageAt(scenario, event.stage));
  if (waiting.length > 0) throw new OrderMatters(`${scenario.name}: payment still unknown for ${namesList(waiting)}`);
  return account;
}

/** The last event of each object: delivered in any order, they are sufficient. */
export function lastWords({ events }: Scenario): StagedEvent[] {
  const last = new Map(events.map((event) => [event.objectId, event]));
  return events.filter((event) => last.get(event.objectId) === event && event.type !== 'invoice.payment_failed');
}

/** Up to six events: the last of each object, then the first of the others. Undefined if more objects have a last event. */
export function sixEvents(scenario: Scenario): StagedEvent[] | undefined {
  const needed = lastWords(scenario);
  if (needed.length > 6) return undefined;
  const others = scenario.events.filter((event) => !needed.includes(event)).slice(0, 6 - needed.length);
  return scenario.events.filter((event) => needed.includes(event) || others.includes(event));
}

/**
 * Every permutation, and every permutation with one event repeated at every position; objects are read in their final state. An event with
 * an unknown payment goes to the end, as Stripe redelivers it. Returns the number of permutations.
 */
export function everyPermutation(scenario: Scenario, events: StagedEvent[]): number {
  const wanted = summarizeAccount(inTheirOwnOrder(scenario));
  const stripe = stageAt(scenario, scenario.stages.length - 1);
  let count = 0;
  const walk = (account: Account, waiting: StagedEvent[], path: StagedEvent[]) => {
    const repeats = path.length - new Set(path).size;
    if (path.length - repeats === events.length) {
      count += 1;
      const end = deliverAll(scenario, account, waiting, () => stripe);
      if (end.waiting.length > 0 || summarizeAccount(end.account) !== wanted) throw mismatch(scenario, path, wanted, end.account);
    }
    for (const event of events) {
      const times = path.filter((other) => other === event).length;
      if (times === 2 || (times === 1 && repeats === 1)) continue;
      const after = deliver(scenario, account, event, stripe);
      if (after) walk(after, waiting, [...path, event]);
      else walk(account, [...waiting, event], [...path, event]);
    }
  };
  walk(scenario.start, [], []);
  return count;
}

/** One sequence with objects in their final state; events with an unknown payment go to the end. */
export function inOrder(scenario: Scenario, events: StagedEvent[]): void {
  const wanted = summarizeAccount(inTheirOwnOrder(scenario));
  const stripe = stageAt(scenario, scenario.stages.length - 1);
  const { account, waiting } = deliverAll(scenario, scenario.start, events, () => stripe);
  if (waiting.length > 0 || summarizeAccount(account) !== wanted) throw mismatch(scenario, events, wanted, account);
}

interface Reached {
  account: Account;
  stage: number;
  /** Remaining deliveries of each event. */
  left: number[];
  /** The number of ways to reach this state, and one of them. */
  ways: number;
  path: string[];
}

/**
 * All events, each `copies` times, in every order, each read at every moment since it was sent; Stripe only moves forward between reads.
 * Orders with equal accounts are merged. Returns the number of orders.
 */
export function everyOrderAndMoment(scenario: Scenario, events: StagedEvent[], copies: number): number {
  const wanted = summarizeAccount(inTheirOwnOrder(scenario));
  const lastStage = scenario.stages.length - 1;
  const start = { account: scenario.start, stage: 0, left: events.map(() => copies), ways: 1, path: [] };
  let reached = new Map<string, Reached>([['start', start]]);
  let finished = 0;
  while (reached.size > 0) {
    const next = new Map<string, Reached>();
    for (const from of reached.values()) {
      if (from.stage === lastStage && from.left.every((times) => times < copies) && summarizeAccount(from.account) !== wanted)
        throw mismatch(scenario, from.path, wanted, from.account);
      if (from.left.every((times) => times === 0)) {
        finished += from.ways;
        continue;
      }
      let isStuck = true;
      for (const [index, event] of events.entries()) {
        if (from.left[index] === 0) continue;
        for (let stage = Math.max(from.stage, event.stage); stage <= lastStage; stage += 1) {
          const account = deliver(scenario, from.account, event, stageAt(scenario, stage));
          if (!account) continue;
          isStuck = false;
          const left = from.left.with(index, (from.left[index] ?? 0) - 1);
          const key = `${stage}|${left.join()}|${summarizeAccount(account)}`;
          const known = next.get(key);
          if (known) known.ways += from.ways;
          else next.set(key, { account, stage, left, ways: from.ways, path: [...from.path, `${event.type}(${event.objectId})@${stage}`] });
        }
      }
      if (isStuck) throw new OrderMatters(`${scenario.name}: stuck after ${from.path.join(' ')}`);
    }
    reached = next;
  }
  return finished;
}

/** Undefined if its payment is not known yet, so that it must be redelivered. */
function deliver(scenario: Scenario, account: Account, event: StagedEvent, stripe: Stripe): Account | undefined {
  const reconciled = reconcile(account, read(stripe, event.object, event.objectId), scenario.now);
  if (reconciled.ok) return reconciled.value;
  if (reconciled.refusal === 'not_yet_known') return undefined;
  throw new OrderMatters(`${scenario.name}: ${event.type}(${event.objectId}) is rejected: ${reconciled.refusal}`);
}

function deliverAll(scenario: Scenario, start: Account, events: StagedEvent[], stripeAt: (event: StagedEvent) => Stripe) {
  let account = start;
  let waiting = events;
  for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    waiting = waiting.filter((event) => {
      const after = deliver(scenario, account, event, stripeAt(event));
      account = after ?? account;
      return after === undefined;
    });
  }
  return { account, waiting };
}

function stageAt(scenario: Scenario, stage: number): Stripe {
  const stripe = scenario.stages[stage];
  if (!stripe) throw new Error(`${scenario.name} has no step ${stage}`);
  return stripe;
}

function namesList(events: StagedEvent[]): string {
  return events.map((event) => `${event.type}(${event.objectId})`).join(' ');
}

function mismatch(scenario: Scenario, path: StagedEvent[] | string[], wanted: string, got: Account): OrderMatters {
  const names = path.map((step) => (typeof step === 'string' ? step : `${step.type}(${step.objectId})`)).join(' ');
  return new OrderMatters(
    `${scenario.name}\n  in the order  ${names}\n  ends as       ${summarizeAccount(got)}\n  and not as    ${wanted}`,
  );
}
