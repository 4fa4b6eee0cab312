import { type Seconds, toIso } from '#worker/domain/time.ts';

export function utcMonth(now: Seconds): string {
  return toIso(now).slice(0, 7);
}

/** Returns the month that is `months` later, or earlier if `months` is negative. */
export function monthsLater(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return utcMonth(Date.UTC(year, number - 1 + months) / 1_000);
}

export function monthStart(month: string): Seconds {
  return Date.parse(`${month}-01T00:00:00Z`) / 1_000;
}

export function getLastSecond(month: string): Seconds {
  return monthStart(monthsLater(month, 1)) - 1;
}
