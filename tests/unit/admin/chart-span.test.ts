import { expect, test } from 'vitest';
import { fillMissingDays, readSpan } from '#worker/domain/admin/chart-span.ts';

const now = Date.parse('2026-11-21T23:59:59Z') / 1_000;
const span = (from?: string, to?: string) => readSpan({ from, to }, now);

test('the charts’ default range is the last 30 days, including today', () => {
  expect(span()).toEqual({ ok: true, value: { from: '2026-10-23', to: '2026-11-21' } });
  expect(span(undefined, '2026-03-01')).toEqual({ ok: true, value: { from: '2026-01-31', to: '2026-03-01' } });
});

test('a chart range can have 366 days, but not 367', () => {
  expect(span('2025-11-21', '2026-11-21').ok).toBe(true);
  expect(span('2024-01-01', '2024-12-31').ok).toBe(true);
  expect(span('2025-11-20', '2026-11-21')).toEqual({ ok: false, refusal: { from: 'Choose at most 366 days' } });
});

test('one day is a valid chart range, a reversed one is not', () => {
  expect(span('2026-11-21', '2026-11-21').ok).toBe(true);
  expect(span('2026-11-22', '2026-11-21')).toEqual({ ok: false, refusal: { from: 'The start date must not be after the end date' } });
});

test('a chart range with a date that the calendar does not have is refused', () => {
  expect(span('2026-02-29', '2026-03-01')).toEqual({ ok: false, refusal: { from: 'This date does not exist' } });
  expect(span('2026-11-01', '2026-11-31')).toEqual({ ok: false, refusal: { to: 'This date does not exist' } });
  expect(span('2026-13-01')).toEqual({ ok: false, refusal: { from: 'This date does not exist' } });
});

test('days without a row are zeros, in order, across a leap day', () => {
  const known = { day: '2028-02-29', signUps: 1, scans: 2, tokensIssued: 3, tokensRedeemed: -4, tokensWithdrawn: 5, revenueCents: 6 };
  const days = fillMissingDays({ from: '2028-02-28', to: '2028-03-01' }, [known]);
  expect(days.map(({ day }) => day)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(days[1]).toEqual(known);
  expect(days[2]).toEqual({
    day: '2028-03-01',
    signUps: 0,
    scans: 0,
    tokensIssued: 0,
    tokensRedeemed: 0,
    tokensWithdrawn: 0,
    revenueCents: 0,
  });
});
