import * as v from 'valibot';
import { expect, test } from 'vitest';
import { timeZone } from '#schema/time-zone.ts';
import { quietUntil } from '#worker/domain/messages/quiet-hours.ts';

const seconds = (iso: string) => Date.parse(iso) / 1_000;
const quietEnd = (iso: string, timeZone: string | null) => {
  const until = quietUntil(seconds(iso), timeZone);
  return until === null ? null : new Date(until * 1_000).toISOString().replace('.000Z', 'Z');
};

test.each([
  ['2026-11-28T20:59:59Z', 'UTC', null],
  ['2026-11-28T21:00:00Z', 'UTC', '2026-11-29T08:00:00Z'],
  ['2026-11-29T00:00:00Z', 'UTC', '2026-11-29T08:00:00Z'],
  ['2026-11-29T07:59:59Z', 'UTC', '2026-11-29T08:00:00Z'],
  ['2026-11-29T08:00:00Z', 'UTC', null],
  // Without a time zone, UTC is used.
  ['2026-11-28T21:00:00Z', null, '2026-11-29T08:00:00Z'],
  ['2026-12-31T22:30:00Z', 'UTC', '2027-01-01T08:00:00Z'],
  ['2026-11-28T20:00:00Z', 'Europe/Berlin', '2026-11-29T07:00:00Z'],
  ['2026-11-28T19:59:00Z', 'Europe/Berlin', null],
  ['2026-11-29T03:00:00Z', 'America/Los_Angeles', null],
  ['2026-11-29T05:00:00Z', 'America/Los_Angeles', '2026-11-29T16:00:00Z'],
  ['2026-11-28T12:30:00Z', 'Asia/Tokyo', '2026-11-28T23:00:00Z'],
  // Offsets of half and three quarters of an hour, and the two ends of the date line.
  ['2026-11-28T15:30:00Z', 'Asia/Kolkata', '2026-11-29T02:30:00Z'],
  ['2026-11-28T15:29:00Z', 'Asia/Kolkata', null],
  ['2026-11-28T15:15:00Z', 'Asia/Kathmandu', '2026-11-29T02:15:00Z'],
  ['2026-11-28T07:00:00Z', 'Pacific/Kiritimati', '2026-11-28T18:00:00Z'],
  ['2026-11-28T08:30:00Z', 'Pacific/Pago_Pago', '2026-11-28T19:00:00Z'],
  // Nights in which the clock changes: forward and back, in both hemispheres.
  ['2026-03-28T21:00:00Z', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
  ['2026-03-29T02:30:00Z', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
  ['2026-10-24T20:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00Z'],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25T07:00:00Z'],
  ['2026-03-08T05:00:00Z', 'America/New_York', '2026-03-08T12:00:00Z'],
  ['2026-11-01T05:30:00Z', 'America/New_York', '2026-11-01T13:00:00Z'],
  ['2026-11-01T06:30:00Z', 'America/New_York', '2026-11-01T13:00:00Z'],
  ['2026-04-04T12:00:00Z', 'Australia/Sydney', '2026-04-04T22:00:00Z'],
  ['2026-10-03T12:00:00Z', 'Australia/Sydney', '2026-10-03T21:00:00Z'],
  // Lord Howe Island changes its clock by half an hour.
  ['2026-04-04T12:00:00Z', 'Australia/Lord_Howe', '2026-04-04T21:30:00Z'],
])('at %s, quiet hours in %s last until %s', (now, timeZone, until) => {
  expect(quietEnd(now, timeZone)).toBe(until);
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Berlin', false],
  ['Europe/Atlantis', false],
  ['', false],
])('whether “%s” is a time zone: %s', (name, isKnown) => {
  expect(v.is(timeZone, name)).toBe(isKnown);
});
