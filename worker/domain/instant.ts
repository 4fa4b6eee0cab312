import { type Seconds, utcDay } from './time.ts';

/** ISO 8601, also with a space instead of T. Without a zone it is UTC. Undefined if invalid. */
export function parseInstant(text: string): Seconds | undefined {
  const iso = text.trim().replace(' ', 'T');
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(iso)) return undefined;
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1_000);
}

/** First second (UTC) of a valid YYYY-MM-DD date; undefined for other text. */
export function parseDay(text: string): Seconds | undefined {
  const seconds = Date.parse(`${text}T00:00:00Z`) / 1_000;
  return !Number.isNaN(seconds) && utcDay(seconds) === text ? seconds : undefined;
}
