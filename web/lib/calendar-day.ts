import { dateFormat } from '#web/lib/format.ts';

const dayFormat = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a certificate's date, `Nov 21, 2026`: in every time zone the same UTC day as in its PDF and emails. */
export function calendarDay(iso: string): string {
  return dayFormat().format(new Date(iso));
}
