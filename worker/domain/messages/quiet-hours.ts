import { quietHours } from '#schema/messages/notifications.ts';
import { secondsPerDay, secondsPerHour } from '#schema/rules.ts';
import type { Seconds } from '#worker/domain/time.ts';

/** Returns when the quiet hours that include `now` end; null outside quiet hours. Without a time zone, uses UTC. */
export function quietUntil(now: Seconds, timeZone: string | null): Seconds | null {
  const local = toLocal(now, timeZone ?? 'UTC');
  const hour = Math.floor((local % secondsPerDay) / secondsPerHour);
  if (hour >= quietHours.to && hour < quietHours.from) return null;
  const day = local - (local % secondsPerDay) + (hour >= quietHours.from ? secondsPerDay : 0);
  return fromLocal(day + quietHours.to * secondsPerHour, timeZone ?? 'UTC');
}

/** Returns the local date and time as if it were UTC, in seconds. */
function toLocal(at: Seconds, timeZone: string): Seconds {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...({
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  }).formatToParts(new Date(at * 1_000));
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second')) / 1_000;
}

/** The inverse of `toLocal`. Corrects the first guess twice, because the clock may change between the guess and the result. */
function fromLocal(local: Seconds, timeZone: string): Seconds {
  const guess = local - (toLocal(local, timeZone) - local);
  return guess - (toLocal(guess, timeZone) - local);
}
