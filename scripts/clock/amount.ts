import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';

export type Unit = 'hour' | 'day' | 'month' | 'year';

export interface Amount {
  count: number;
  unit: Unit;
}

/** The clock can be moved by at most ten years. The fakes do not support more, and a longer move would take an hour. */
const longestSeconds = 3_660 * secondsPerDay;

export function readAmount(text: string): Amount | undefined {
  const [, count = '', unit] = /^\+?([1-9]\d{0,3})\s?(hour|day|month|year)s?$/.exec(text) ?? [];
  return unit === undefined ? undefined : { count: Number(count), unit: unit as Unit };
}

/**
 * Adds an amount of time to a Unix-seconds timestamp; returns undefined if the result is out of range. Months and years follow the UTC
 * calendar, clamped to the end of the month (January 31 + 1 month = February 28).
 */
export function addAmount(moment: number, { count, unit }: Amount): number | undefined {
  const to = unit === 'hour' || unit === 'day' ? moment + count * (unit === 'hour' ? secondsPerHour : secondsPerDay) : addCalendarAmount();
  return to - moment <= longestSeconds ? to : undefined;

  function addCalendarAmount(): number {
    const from = new Date(moment * 1_000);
    const month = from.getUTCMonth() + count * (unit === 'year' ? 12 : 1);
    const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
    const day = Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay));
    return day / 1_000 + (moment % secondsPerDay);
  }
}

/** Returns the timestamps at which the clock stops on its way to `to`: one every `everySeconds` seconds, and finally `to` itself. */
export function stopsUntil(from: number, to: number, everySeconds: number): number[] {
  const stops = Math.ceil((to - from) / everySeconds);
  return Array.from({ length: stops }, (_, index) => Math.min(from + (index + 1) * everySeconds, to));
}
