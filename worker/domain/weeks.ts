/** Computes weeks, which start on Monday (UTC). */
import { secondsPerDay } from '#schema/rules.ts';
import { type Seconds, utcDay } from './time.ts';

export const secondsPerWeek = 7 * secondsPerDay;
/** First Monday after the Unix epoch, which was a Thursday. */
const firstMonday = 4 * secondsPerDay;

export function getWeekStart(at: Seconds): Seconds {
  return at - ((((at - firstMonday) % secondsPerWeek) + secondsPerWeek) % secondsPerWeek);
}

/** Returns the start of the first week in a range of `weeks` weeks that ends with the current week. */
export function getFirstWeekStart(weeks: number, now: Seconds): Seconds {
  return getWeekStart(now) - (weeks - 1) * secondsPerWeek;
}

/**
 * Returns every week, oldest first, including weeks without finds. `countsByWeek` contains only weeks with finds, numbered from
 * `firstWeekStart`.
 */
export function fillMissingWeeks(countsByWeek: readonly { week: number; finds: number }[], firstWeekStart: Seconds, weeks: number) {
  return Array.from({ length: weeks }, (_, index) => ({
    startsOn: utcDay(firstWeekStart + index * secondsPerWeek),
    finds: countsByWeek.find(({ week }) => week === index)?.finds ?? 0,
  }));
}
