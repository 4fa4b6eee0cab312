/** Tests the pure functions that decide whether a certificate can be redeemed or activated. Product rules: Certificates. */
import { describe, expect, test } from 'vitest';
import { nextRedemption, redemptionPausedUntil } from '#schema/certificates/certificate.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { decideActivation, decideRedemption, dueReminder, getStatusAt, type Redeemer } from '#worker/domain/certificates/certificate.ts';

const now = Date.UTC(2026, 10, 21, 10) / 1_000;
/** Returns the last second of the day. Deadlines are dates, so the whole day is included. */
const lastSecond = (at: number) => at - (at % secondsPerDay) + secondsPerDay - 1;
const member = (changes: Partial<Redeemer> = {}): Redeemer => ({
  email: 'fay@demo.test',
  emailVerifiedAt: 1,
  firstName: 'Fay',
  lastName: 'Finder',
  username: 'fay',
  language: 'en',
  tokenBalance: 120,
  owedTokens: 0,
  ...changes,
});

describe('a redemption', () => {
  test('is planned with its deadline and its end', () => {
    expect(decideRedemption('global', member(), null, now)).toMatchObject({
      ok: true,
      value: {
        option: { tokenCost: 120 },
        activateBy: lastSecond(now + 30 * secondsPerDay),
        validUntil: lastSecond(now + 365 * secondsPerDay),
      },
    });
  });

  test.each([
    ['2026-11-21T10:00:00Z', '2027-11-21T23:59:59Z'],
    ['2027-03-01T00:00:00Z', '2028-03-01T23:59:59Z'],
    ['2027-11-21T23:59:59Z', '2028-11-21T23:59:59Z'],
    ['2028-02-29T12:00:00Z', '2029-02-28T23:59:59Z'],
    ['2027-02-28T12:00:00Z', '2028-02-28T23:59:59Z'],
    ['2027-12-31T23:30:00Z', '2028-12-31T23:59:59Z'],
  ])('on %s is valid for a calendar year, until %s', (at, until) => {
    const seconds = Date.parse(at) / 1_000;
    expect(decideRedemption('global', member(), null, seconds)).toMatchObject({ value: { validUntil: Date.parse(until) / 1_000 } });
  });

  test.each([
    [{}, 'Fay Finder'],
    [{ firstName: '太郎', lastName: '山田', language: 'ja' }, '山田 太郎'],
    [{ lastName: null }, 'Fay'],
    [{ firstName: null }, 'Finder'],
    [{ firstName: null, lastName: null }, 'fay'],
    [{ firstName: null, lastName: null, username: null, email: 'trail.fan@demo.test' }, 'trail.fan'],
  ])('uses the known name: %o', (changes, holderName) => {
    expect(decideRedemption('global', member(changes), null, now)).toMatchObject({ value: { holderName } });
  });

  test('is refused for the yearly limit first, then for tokens, then for the address', () => {
    const poorAndUnknown = member({ tokenBalance: 100, emailVerifiedAt: null });
    expect(decideRedemption('global', poorAndUnknown, now - 60, now)).toMatchObject({ refusal: { reason: 'redeemed_this_year' } });
    expect(decideRedemption('global', poorAndUnknown, null, now)).toMatchObject({ refusal: { reason: 'too_few_tokens', missing: 20 } });
    expect(decideRedemption('global', member({ emailVerifiedAt: null }), null, now)).toMatchObject({
      refusal: { reason: 'email_unverified' },
    });
  });

  test('is possible again twelve calendar months later, to the second', () => {
    const last = Date.UTC(2025, 10, 21, 10) / 1_000;
    expect(decideRedemption('global', member(), last + 1, now)).toMatchObject({ refusal: { reason: 'redeemed_this_year' } });
    expect(decideRedemption('global', member(), last, now).ok).toBe(true);
    expect(nextRedemption(new Date('2028-02-29T08:00:00Z'))).toEqual(new Date('2029-02-28T08:00:00Z'));
  });
});

describe('the displayed pause between redemptions', () => {
  const certificate = (createdAt: string, status: 'active' | 'cancelled' | 'expired' = 'active') => ({ createdAt, status });

  test('counts from the newest certificate that was not canceled', () => {
    const list = [
      certificate('2026-11-01T10:00:00.000Z', 'cancelled'),
      certificate('2026-06-01T10:00:00.000Z', 'expired'),
      certificate('2024-01-01T10:00:00.000Z'),
    ];
    expect(redemptionPausedUntil(list, now * 1_000)).toEqual(new Date('2027-06-01T10:00:00Z'));
  });

  test('is absent without a recent redemption', () => {
    expect(redemptionPausedUntil([], now * 1_000)).toBeNull();
    expect(redemptionPausedUntil([certificate('2025-11-21T10:00:00.000Z')], now * 1_000)).toBeNull();
  });
});

describe('an activation', () => {
  test.each([
    ['active', now + 1, undefined],
    ['active', now, 'certificate_expired'],
    ['expired', now - 1, 'certificate_expired'],
    ['activated', now + 1, 'certificate_activated'],
    ['activated', now - 1, 'certificate_activated'],
    ['cancelled', now + 1, 'certificate_cancelled'],
  ] as const)('of a certificate that is %s, due at %i: %s', (status, activateBy, refusal) => {
    const decision = decideActivation({ status, review: 'none', activateBy }, { owedTokens: 0 }, now);
    expect(decision.ok ? undefined : decision.refusal).toBe(refusal);
  });

  test('is refused while the owner owes tokens', () => {
    expect(decideActivation({ status: 'active', review: 'none', activateBy: now + 1 }, { owedTokens: 1 }, now)).toEqual({
      ok: false,
      refusal: 'tokens_owed',
    });
    expect(decideActivation({ status: 'expired', review: 'none', activateBy: now + 1 }, { owedTokens: 1 }, now)).toEqual({
      ok: false,
      refusal: 'certificate_expired',
    });
  });

  test('is too late at the deadline, whether or not the expiry job has run', () => {
    expect(getStatusAt({ status: 'active', review: 'none', activateBy: now }, now)).toBe('expired');
    expect(getStatusAt({ status: 'active', review: 'none', activateBy: now }, now - 1)).toBe('active');
  });
});

test.each([
  [8, null],
  [7, 7],
  [3, 7],
  [2, 2],
  [0.1, 2],
  [0, null],
  [-1, null],
])('%d days before the deadline the reminder of day %s is due', (days, due) => {
  expect(dueReminder(now + days * secondsPerDay, now)).toBe(due);
});
