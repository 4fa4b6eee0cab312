/** What `npm run clock` is asked for, in words: `+1month`, `+12hours`. And the stops on the way there. */
import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';

export type Unit = 'hour' | 'day' | 'month' | 'year';

export interface Amount {
  count: number;
  unit: Unit;
}

/** Ten years: the fakes know no further, and it would take an hour. */
const longestSeconds = 3_660 * secondsPerDay;

/** Undefined for what is no amount. */
export function readAmount(text: string): Amount | undefined {
  const [, count = '', unit] = /^\+?([1-9]\d{0,3})\s?(hour|day|month|year)s?$/.exec(text) ?? [];
  return unit === undefined ? undefined : { count: Number(count), unit: unit as Unit };
}

/**
 * The moment that much later, in unix seconds; undefined where it is too far off. Months and years are the calendar's, in
 * UTC: the same day and time, or the month's last day where it has fewer (31 January and a month: 28 February).
 */
export function later(moment: number, { count, unit }: Amount): number | undefined {
  const to = unit === 'hour' || unit === 'day' ? moment + count * (unit === 'hour' ? secondsPerHour : secondsPerDay) : inCalendar();
  return to - moment <= longestSeconds ? to : undefined;

  function inCalendar(): number {
    const from = new Date(moment * 1_000);
    const month = from.getUTCMonth() + count * (unit === 'year' ? 12 : 1);
    const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
    const day = Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay));
    return day / 1_000 + (moment % secondsPerDay);
  }
}

/** One stop every so many seconds; the last one at the moment itself. */
export function stopsUntil(from: number, to: number, everySeconds: number): number[] {
  const stops = Math.ceil((to - from) / everySeconds);
  return Array.from({ length: stops }, (_, index) => Math.min(from + (index + 1) * everySeconds, to));
}
