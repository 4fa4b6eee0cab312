/** Tests the calendar file of a booked stay against RFC 5545. */
import { describe, expect, test } from 'vitest';
import { type CalendarStay, writeCalendarFile } from '#worker/domain/stays/calendar-file.ts';

const now = Date.UTC(2026, 10, 27, 9, 5, 7) / 1_000;

function stay(changes: Partial<CalendarStay> = {}): CalendarStay {
  return {
    number: 'VC-7K2M-9QXA',
    summary: 'Stay: Lisbon, Portugal',
    description: 'Booking reference: HTL-4711\nDouble room\nCheck-in: From 3 pm.\nRing "Casa \\ Flores".\nContact: Inês, +351 21 555 0100',
    address: 'Rua das Flores 12; 2nd floor, 1200-195 Lisboa',
    latitude: 38.7101,
    longitude: -9.1432,
    arrival: '2027-02-27',
    departure: '2027-03-04',
    sequence: 5,
    url: 'https://cards.test/dashboard/certificates',
    ...changes,
  };
}

/** Reads content lines by name, unfolded and unescaped as in RFC 5545, sections 3.1 and 3.3.11. */
function read(file: string): Map<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? [];
      return [name, value.replace(/\\([\\;,nN])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter))];
    }),
  );
}

describe('the calendar file', () => {
  test('is one all-day event that ends before the day of departure', () => {
    const event = read(writeCalendarFile(stay(), now));
    expect(Object.fromEntries(event)).toMatchObject({
      VERSION: '2.0',
      UID: 'VC-7K2M-9QXA@cards.test',
      DTSTAMP: '20261127T090507Z',
      SEQUENCE: '5',
      'DTSTART;VALUE=DATE': '20270227',
      'DTEND;VALUE=DATE': '20270304',
      SUMMARY: 'Stay: Lisbon, Portugal',
      LOCATION: 'Rua das Flores 12; 2nd floor, 1200-195 Lisboa',
      GEO: '38.7101;-9.1432',
      URL: 'https://cards.test/dashboard/certificates',
    });
    expect(event.get('DESCRIPTION')).toBe(
      'Booking reference: HTL-4711\nDouble room\nCheck-in: From 3 pm.\nRing "Casa \\ Flores".\nContact: Inês, +351 21 555 0100',
    );
  });

  test('keeps its UID when dates and place change', () => {
    const [before, after] = [stay(), stay({ arrival: '2027-05-01', departure: '2027-05-06', summary: 'Stay: Porto' })];
    expect(read(writeCalendarFile(after, now + 1)).get('UID')).toBe(read(writeCalendarFile(before, now)).get('UID'));
  });

  test('escapes text and has no line beyond 75 bytes, in any script', () => {
    const file = writeCalendarFile(
      stay({ summary: `Stay: ${'京都 '.repeat(40)}`, description: `${'🛏️'.repeat(40)}\n${'a'.repeat(300)}` }),
      now,
    );
    expect(file).toContain('LOCATION:Rua das Flores 12\\; 2nd floor\\, 1200-195 Lisboa\r\n');
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    const lines = file.split('\r\n');
    for (const line of lines) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n\ufffd]/);
    }
    expect(read(file).get('SUMMARY')).toBe(`Stay: ${'京都 '.repeat(40)}`);
  });

  test('has no position if the offer has none', () => {
    expect(writeCalendarFile(stay({ latitude: null }), now)).not.toContain('GEO');
  });
});
