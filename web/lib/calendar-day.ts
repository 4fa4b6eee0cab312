/** Formats calendar days, which are the same in every time zone. The input is a `YYYY-MM-DD` date or an ISO time, whose UTC day is used. */
import { dateFormat } from '#web/lib/format.ts';

const dayFormat = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
const stayDayFormat = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Formats a day the same way as PDFs and emails do: `Nov 21, 2026`. */
export function calendarDay(iso: string): string {
  return dayFormat().format(new Date(iso));
}

/** Formats a day with its weekday: `Sat, Nov 21`. */
export function weekdayAndDay(day: string): string {
  return stayDayFormat().format(new Date(day));
}

/** Formats a range: `Feb 27 – Mar 4, 2027`. */
export function dayRange(from: string, to: string): string {
  return dayFormat().formatRange(new Date(from), new Date(to));
}

const dayMs = 86_400_000;

/** Returns the UTC day of a time in milliseconds. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Returns the number of days from today until a day; negative for past days. `now` is in milliseconds. */
export function daysUntil(day: string, now: number): number {
  return Math.round((Date.parse(day.slice(0, 10)) - Date.parse(utcDay(now))) / dayMs);
}
