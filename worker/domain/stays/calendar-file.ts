/** Calendar file (RFC 5545) of a booked stay: one all-day event. */
import type { OfferDetails } from '#schema/stays/stay.ts';
import { type Seconds, toIso } from '#worker/domain/time.ts';

export interface CalendarStay extends Pick<OfferDetails, 'address' | 'latitude' | 'longitude' | 'arrival' | 'departure'> {
  /** Certificate number. */
  number: string;
  summary: string;
  description: string;
  /** Incremented with each change so that calendar apps replace older copies of the event. */
  sequence: number;
  /** URL of the page where the member sees the stay. */
  url: string;
}

/**
 * Formats the stay as an iCalendar file. The departure day is not part of the event, because `DTEND` is exclusive. The UID depends only on
 * the certificate.
 */
export function writeCalendarFile(stay: CalendarStay, now: Seconds): string {
  const { number, summary, description, address, latitude, longitude, sequence, url } = stay;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cache Cards//Stays//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${number}@${new URL(url).host}`,
    `DTSTAMP:${toIso(now).replace(/\.\d+|[-:]/g, '')}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${stay.arrival.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${stay.departure.replaceAll('-', '')}`,
    `SUMMARY:${escapeText(summary)}`,
    `LOCATION:${escapeText(address)}`,
    ...(latitude === null || longitude === null ? [] : [`GEO:${latitude};${longitude}`]),
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

const maxLineBytes = 75;

/** Folds a line into lines of at most 75 bytes, never splitting a character. Continuation lines start with a space. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > maxLineBytes) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
