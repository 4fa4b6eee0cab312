/** Instants as others write them. */
import { type Seconds, utcDay } from './time.ts';

/** ISO 8601, the blank instead of the T that some write, UTC where no zone is given; undefined for what is no instant. */
export function parseInstant(text: string): Seconds | undefined {
  const iso = text.trim().replace(' ', 'T');
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(iso)) return undefined;
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1_000);
}

/** The first second (UTC) of a day that is written YYYY-MM-DD and in the calendar; undefined for any other text. */
export function parseDay(text: string): Seconds | undefined {
  const seconds = Date.parse(`${text}T00:00:00Z`) / 1_000;
  return !Number.isNaN(seconds) && utcDay(seconds) === text ? seconds : undefined;
}
