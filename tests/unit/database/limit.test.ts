import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressMissLimits,
  anonymousMissLimit,
  deviceLoginLimits,
  loginLimits,
  memberMissLimits,
  secondsUntilAllowed,
  signUpLimits,
  unverifiedMailLimits,
} from '#worker/domain/limit.ts';
import { secondsUntilMidnightUtc, toIso, toIsoOrNull, utcDay, windowStart } from '#worker/domain/time.ts';

const instant = (iso: string) => Date.parse(iso) / 1_000;
const anyInstant = fc.integer({ min: 0, max: 4_102_444_800 });

describe('dates and windows', () => {
  test.each([
    ['2026-11-21T00:00:00Z', '2026-11-21', 86_400],
    ['2026-11-21T00:00:01Z', '2026-11-21', 86_399],
    ['2026-11-21T23:59:59Z', '2026-11-21', 1],
    ['2028-02-29T12:00:00Z', '2028-02-29', 43_200],
  ])('%s is on the UTC day %s, %i seconds before its end', (iso, day, left) => {
    expect(utcDay(instant(iso))).toBe(day);
    expect(secondsUntilMidnightUtc(instant(iso))).toBe(left);
  });

  test('the day changes exactly at midnight', () => {
    fc.assert(
      fc.property(anyInstant, (now) => {
        const midnight = now + secondsUntilMidnightUtc(now);
        expect(utcDay(midnight - 1)).toBe(utcDay(now));
        expect(utcDay(midnight)).not.toBe(utcDay(now));
      }),
    );
  });

  test('a window contains its instant', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: 1, max: 1_000_000 }), (now, length) => {
        const start = windowStart(now, length);
        expect(start).toBeLessThanOrEqual(now);
        expect(start + length).toBeGreaterThan(now);
        expect(windowStart(start, length)).toBe(start);
      }),
    );
  });

  test('is formatted as ISO 8601 in UTC', () => {
    expect(toIso(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(toIsoOrNull(null)).toBeNull();
    expect(toIsoOrNull(1)).toBe('1970-01-01T00:00:01.000Z');
  });
});

describe('limits', () => {
  const now = instant('2026-11-21T10:20:00Z');
  const figures = (limits: { limit: number; windowStart: number; endsAt: number }[]) =>
    limits.map(({ limit, windowStart: start, endsAt }) => [limit, toIso(start).slice(11, 16), endsAt - start]);

  test('have the values of the product rules', () => {
    expect(figures(memberMissLimits(7, now))).toEqual([
      [10, '10:00', 3_600],
      [20, '00:00', 86_400],
    ]);
    expect(figures(addressMissLimits({ addressHash: 'hash', networkHash: null }, now))).toEqual([[60, '10:00', 3_600]]);
    expect(figures(addressMissLimits({ addressHash: 'hash', networkHash: 'net' }, now))).toEqual([
      [60, '10:00', 3_600],
      [600, '10:00', 3_600],
    ]);
    expect(figures([anonymousMissLimit(now)])).toEqual([[5_000, '10:00', 3_600]]);
    expect(figures(deviceLoginLimits('login', 'device', now))).toEqual([[10, '10:15', 900]]);
    expect(figures(signUpLimits({ addressHash: 'hash', networkHash: null }, 'mailbox', now))).toEqual([
      [30, '10:00', 3_600],
      [100, '00:00', 86_400],
      [5, '00:00', 86_400],
    ]);
    expect(figures(signUpLimits({ addressHash: 'hash', networkHash: 'net' }, 'mailbox', now))).toEqual([
      [30, '10:00', 3_600],
      [100, '00:00', 86_400],
      [300, '00:00', 86_400],
      [5, '00:00', 86_400],
    ]);
    expect(figures(unverifiedMailLimits('mailbox', now))).toEqual([
      [5, '10:00', 3_600],
      [20, '00:00', 86_400],
    ]);
    expect(figures(loginLimits('account', 'address', now))).toEqual([
      [100, '10:00', 3_600],
      [10, '10:15', 900],
      [100, '10:00', 3_600],
    ]);
  });

  test('are counted separately per member, account, address and kind', () => {
    const keys = [
      ...memberMissLimits(1, now),
      ...memberMissLimits(11, now),
      ...addressMissLimits({ addressHash: '1', networkHash: '1' }, now),
      anonymousMissLimit(now),
      ...signUpLimits({ addressHash: '1', networkHash: '1' }, '1', now),
      ...unverifiedMailLimits('1', now),
      ...deviceLoginLimits('login', '1', now),
      ...deviceLoginLimits('admin-login', '1', now),
      ...loginLimits('1', '2', now),
      ...loginLimits('2', '1', now),
    ].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each([
    ['none is exceeded', [100, 10, 100], undefined],
    ['one is exceeded', [100, 11, 100], 600],
    ['two are exceeded, so the later end counts', [101, 11, 100], 2_400],
    ['nothing was counted', [0, 0, 0], undefined],
    ['counts are missing', [], undefined],
  ])('wait correctly where %s', (_, counts, expected) => {
    expect(secondsUntilAllowed(loginLimits('account', 'address', now), counts, now)).toBe(expected);
  });

  test('never state a wait that is already over', () => {
    fc.assert(
      fc.property(anyInstant, fc.array(fc.nat(200), { minLength: 3, maxLength: 3 }), (at, counts) => {
        const seconds = secondsUntilAllowed(loginLimits('account', 'address', at), counts, at);
        if (seconds !== undefined) expect(seconds).toBeGreaterThan(0);
      }),
    );
  });
});
