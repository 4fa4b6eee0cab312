/** Clock in Unix seconds: system time plus an offset, or the frozen time of a customer's test clock. */
import type { Store } from '#scripts/fakes/stripe/store.ts';

export interface Clock {
  now(testClockId: string | null): number;
  /** Offset of the account's clock from system time, in seconds. */
  offset: number;
  runAt(testClockId: string | null, moment: number, work: () => void): void;
}

export function makeClock(store: Store, offset = 0, systemNow: () => number = () => Math.floor(Date.now() / 1_000)): Clock {
  let pinnedClock: { testClockId: string | null; moment: number } | undefined;
  return {
    offset,
    now(testClockId) {
      if (pinnedClock && pinnedClock.testClockId === testClockId) return pinnedClock.moment;
      return store.find('test_helpers.test_clock', testClockId)?.frozen_time ?? systemNow() + this.offset;
    },
    runAt(testClockId, moment, work) {
      pinnedClock = { testClockId, moment };
      try {
        work();
      } finally {
        pinnedClock = undefined;
      }
    },
  };
}

/** Adds calendar years to a timestamp. February 29 becomes February 28, as in Stripe. */
export function addYears(moment: number, years: number): number {
  const from = new Date(moment * 1_000);
  const to = new Date(moment * 1_000);
  to.setUTCFullYear(from.getUTCFullYear() + years);
  if (to.getUTCMonth() !== from.getUTCMonth()) to.setUTCDate(0);
  return Math.floor(to.getTime() / 1_000);
}
