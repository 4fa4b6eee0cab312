/**
 * Generates random schedules of members, administrators and job runs. Members join, leave, change tier, and earn and lose keys, and some of
 * these events are reported late. Administrators hold, release, refuse and pay. Runs of the chest job may be repeated, late, skipped,
 * interrupted or parallel. chest-play.ts plays the schedules.
 */
import fc from 'fast-check';
import type { KeyFact } from '#tests/support/chests/chest-model.ts';

export const memberCount = 3;
const monthCount = 15;
const firstMonth = Date.UTC(2025, 0) / 1_000;
const day = 86_400;
/** Maximum reporting delay of an event: long enough that the event can arrive after the job has recomputed the month. */
const longestDelay = 70 * day;

export type Fault = 'none' | 'before' | 'after' | 'within';

export type Step =
  | { does: 'join'; member: number; tier: 'basic' | 'premium'; days: number; at: number; heardAfter: number }
  | { does: 'leave' | 'upgrade'; member: number; at: number; heardAfter: number }
  | { does: 'earn'; member: number; kind: KeyFact['kind']; amount: number; isHeld: boolean; at: number; heardAfter: number }
  | { does: 'lose' | 'regain'; member: number; pick: number; at: number; heardAfter: number }
  | { does: 'hold' | 'release' | 'refuse'; what: 'referral' | 'chest'; member: number; pick: number; at: number }
  | { does: 'pay'; member: number; at: number }
  /** `fault` is injected into the run's nth batch. `chunk` is the number of membership periods per statement. */
  | { does: 'run'; at: number; chunk: number; fault: Fault; batchNumber: number; parallel: boolean };

const constantSteps = <Name extends Step['does']>(...names: Name[]) => fc.constantFrom<Name[]>(...names);
const member = fc.nat(memberCount - 1);
/** Generates any time in seconds but favors the first and last seconds of a month. */
const at = fc
  .tuple(fc.nat(monthCount - 1), fc.oneof(fc.constantFrom(-2, -1, 0, 1), fc.nat(28 * day)))
  .map(([month, seconds]) => Date.UTC(2025, month) / 1_000 + seconds);
const heardAfter = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat(7 * day) },
  { weight: 1, arbitrary: fc.nat(longestDelay) },
);
const pick = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: constantSteps('join'),
      member,
      tier: fc.constantFrom('basic' as const, 'premium' as const),
      days: fc.integer({ min: 0, max: 700 }),
      at,
      heardAfter,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: constantSteps('leave', 'upgrade'), member, at, heardAfter }) },
  {
    weight: 11,
    arbitrary: fc.record({
      does: constantSteps('earn'),
      member,
      kind: fc.constantFrom('treasure' as const, 'community' as const),
      amount: fc.constantFrom(1, 2, 4, 8, 16),
      isHeld: fc.constantFrom(false, false, false, true),
      at,
      heardAfter,
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: constantSteps('lose', 'regain'), member, pick, at, heardAfter }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: constantSteps('hold', 'hold', 'release', 'release', 'refuse'),
      what: fc.constantFrom('referral' as const, 'referral' as const, 'chest' as const),
      member,
      pick,
      at,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: constantSteps('pay'), member, at }) },
  {
    weight: 8,
    arbitrary: fc.record({
      does: constantSteps('run'),
      at,
      chunk: fc.integer({ min: 1, max: 4 }),
      fault: fc.constantFrom<Fault>('none', 'none', 'before', 'after', 'within'),
      batchNumber: fc.integer({ min: 1, max: 30 }),
      parallel: fc.boolean(),
    }),
  },
);

/** Random schedules, with steps in the order in which they reach the database. */
export const schedules = fc
  .array(step, { minLength: 20, maxLength: 80, size: 'max' })
  .map((steps) => steps.toSorted((one, other) => getReportTime(one) - getReportTime(other)));

export function getReportTime(one: Step): number {
  return one.at + ('heardAfter' in one ? one.heardAfter : 0);
}

/** Unix time well after the last step, when all payouts are final. */
export const endOfTime = firstMonth + (monthCount + 4) * 31 * day;
