import { addMonths } from '#schema/calendar.ts';
import { secondsPerDay } from '#schema/rules.ts';

export type Seconds = number;

/** Returns the start of the fixed window of `windowSeconds` that contains `now`. */
export function windowStart(now: Seconds, windowSeconds: number): Seconds {
  return now - (now % windowSeconds);
}

export function utcDay(now: Seconds): string {
  return toIso(now).slice(0, 10);
}

/** Formats a time as `2026-11-21 10:23 UTC`. */
export function utcMinute(at: Seconds): string {
  return `${toIso(at).slice(0, 16).replace('T', ' ')} UTC`;
}

export function secondsUntilMidnightUtc(now: Seconds): number {
  return secondsPerDay - (now % secondsPerDay);
}

export function getUtcDayEnd(at: Seconds): Seconds {
  return windowStart(at, secondsPerDay) + secondsPerDay - 1;
}

/** Adds calendar months. */
export function afterMonths(at: Seconds, months: number): Seconds {
  return Math.floor(addMonths(new Date(at * 1_000), months).getTime() / 1_000);
}

export function toIso(seconds: Seconds): string {
  return new Date(seconds * 1_000).toISOString();
}

export function toIsoOrNull(seconds: Seconds | null): string | null {
  return seconds === null ? null : toIso(seconds);
}
