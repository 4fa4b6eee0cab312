import { weekOf } from '#schema/progress/weeks.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the number of the week (schema/progress/weeks.ts) at a time in Unix seconds, in an IANA time zone; null means UTC. */
export function localWeek(at: number, timeZone: string | null): number {
  const zone = timeZone ?? 'UTC';
  const formatter = formatters.get(zone) ?? createFormatter(zone);
  formatters.set(zone, formatter);
  return weekOf(formatter.format(at * 1_000));
}

/** Formats dates as YYYY-MM-DD, as is usual in Sweden. Uses UTC if the platform does not know a stored time zone. */
function createFormatter(timeZone: string): Intl.DateTimeFormat {
  const format = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('sv', { ...format, timeZone });
  } catch {
    return new Intl.DateTimeFormat('sv', { ...format, timeZone: 'UTC' });
  }
}
