import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskEmail } from '#worker/domain/accounts/mask-email.ts';
import { sumEarnings } from '#worker/domain/referrals/earnings.ts';

describe('earnings', () => {
  const none = { commissions: 0, treasureChests: 0, pending: 0, paid: 0, grandTotal: 0 };

  test('are zero without referrals and chests', () => {
    expect(sumEarnings([], [])).toEqual(none);
  });

  test('sum the pending, held and paid amounts, in dollars', () => {
    const commissions = [
      { status: 'pending', amountCents: 1_000 },
      { status: 'held', amountCents: 2_000 },
      { status: 'paid', amountCents: 1_000 },
    ] as const;
    const chests = [
      { status: 'paid', amountCents: 200 },
      { status: 'pending', amountCents: 600 },
    ] as const;
    expect(sumEarnings([...commissions], [...chests])).toEqual({
      commissions: 40,
      treasureChests: 8,
      pending: 36,
      paid: 12,
      grandTotal: 48,
    });
  });

  test('exclude amounts that were reversed before payment', () => {
    const commissions = [
      { status: 'reversed', amountCents: 2_000 },
      { status: 'reversed', amountCents: -2_000 },
    ] as const;
    expect(sumEarnings([...commissions], [])).toEqual(none);
  });

  test('are reduced by amounts reversed after payment, until a payout deducts them', () => {
    const paid = { status: 'paid', amountCents: 1_000 } as const;
    expect(sumEarnings([paid, { status: 'pending', amountCents: -1_000 }], [])).toEqual({ ...none, pending: -10, paid: 10 });
    expect(sumEarnings([paid, { status: 'paid', amountCents: -1_000 }], [])).toEqual(none);
  });

  test('always add up: commissions and chests equal pending and paid', () => {
    const sum = fc.record({
      status: fc.constantFrom('pending', 'paid', 'reversed', 'held'),
      amountCents: fc.integer({ min: -9_999, max: 9_999 }),
    });
    fc.assert(
      fc.property(fc.array(sum), fc.array(sum), (commissions, chests) => {
        const earned = sumEarnings(commissions, chests);
        expect(earned.commissions + earned.treasureChests).toBeCloseTo(earned.grandTotal, 6);
        expect(earned.pending + earned.paid).toBeCloseTo(earned.grandTotal, 6);
      }),
    );
  });
});

describe('another member’s email', () => {
  test.each([
    ['robin@example.com', 'r•••@e•••.com'],
    ['a@b.co', 'a•••@b•••.co'],
    ['robin.hood@mail.example.co.uk', 'r•••@m•••.uk'],
    ['"a@b"@example.org', '"•••@e•••.org'],
    ['räuber@bücher.de', 'r•••@b•••.de'],
    ['🏴‍☠️pirate@example.com', '🏴•••@e•••.com'],
    ['root@localhost', 'r•••@l•••'],
  ])('%s is shown as %s', (email, shown) => {
    expect(maskEmail(email)).toBe(shown);
  });

  test('never shows the whole name, and hides its length', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const [name = ''] = email.split('@');
        const shown = maskEmail(email);
        expect(shown.split('•••')[0]).toHaveLength(1);
        if (name.length > 1) expect(shown.startsWith(name)).toBe(false);
      }),
    );
  });
});
