import { weekOf } from '#schema/progress/weeks.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A member's IANA time zones. `earlier` is in order; each applies until a time in Unix seconds. Null means unknown. */
export interface TimeZones {
  current: string | null;
  earlier: readonly { zone: string; until: number }[];
}

/** Returns the day, `YYYY-MM-DD`, at a time in Unix seconds, in the time zone that was stored then. So a move changes no earlier day. */
export function localDay(at: number, { current, earlier }: TimeZones): string {
  const zone = earlier.find(({ until }) => at < until)?.zone ?? current ?? 'UTC';
  const formatter = formatters.get(zone) ?? createFormatter(zone);
  formatters.set(zone, formatter);
  return formatter.format(at * 1_000);
}

/** Returns the number of the week (schema/progress/weeks.ts) that contains the local day. */
export const localWeek = (at: number, zones: TimeZones): number => weekOf(localDay(at, zones));

/** Formats dates as YYYY-MM-DD, as is usual in Sweden. Uses UTC if the platform does not know a stored time zone. */
function createFormatter(timeZone: string): Intl.DateTimeFormat {
  const format = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('sv', { ...format, timeZone });
  } catch {
    return new Intl.DateTimeFormat('sv', { ...format, timeZone: 'UTC' });
  }
}
