import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { PayoutAddressRequest } from '#schema/payouts/payout-address.ts';
import { readCsv } from '#tests/support/admin/read-csv.ts';
import { formatDollars } from '#worker/domain/memberships/format-dollars.ts';
import { canApprove, decideStep, payPalCells, runTerms } from '#worker/domain/payouts/payout-run.ts';
import { createDownload } from '#worker/routes/admin/csv.ts';

const run = { status: 'frozen', version: 3, lines: 2, createdById: 1 } as const;

describe('a step of a payout run', () => {
  test('requires the current version and the right order', () => {
    expect(decideStep(run, 'approve', 3)).toEqual({ ok: true, value: run });
    expect(decideStep(run, 'approve', 2)).toMatchObject({ refusal: 'changed_meanwhile' });
    expect(decideStep(run, 'pay', 3)).toMatchObject({ refusal: 'changed_meanwhile' });
    expect(decideStep({ ...run, status: 'approved' }, 'pay', 3)).toMatchObject({ ok: true });
    expect(decideStep(undefined, 'pay', 3)).toMatchObject({ refusal: 'payout_run_not_found' });
    for (const status of ['paying', 'paid', 'cancelled'] as const)
      expect(decideStep({ ...run, status }, 'cancel', 3)).toMatchObject({ refusal: 'changed_meanwhile' });
  });

  test('with no member left is refused, except cancelling', () => {
    expect(decideStep({ ...run, lines: 0 }, 'approve', 3)).toMatchObject({ refusal: 'payout_run_empty' });
    expect(decideStep({ ...run, lines: 0 }, 'cancel', 3)).toMatchObject({ ok: true });
  });

  test('of approving requires a second super administrator in production, if there is one', () => {
    expect(canApprove(1, 1, { isSoleApprover: false, isDevelopment: false })).toBe(false);
    expect(canApprove(1, 2, { isSoleApprover: false, isDevelopment: false })).toBe(true);
    expect(canApprove(1, 1, { isSoleApprover: true, isDevelopment: false })).toBe(true);
    expect(canApprove(1, 1, { isSoleApprover: false, isDevelopment: true })).toBe(true);
  });
});

test.each([
  '+fay@paypal.test',
  '-fay@paypal.test',
  '=fay@paypal.test',
])('%s is no address for PayPal, since its file could not hold it unchanged', (email) => {
  expect(v.safeParse(PayoutAddressRequest, { email }).issues?.[0].message).toContain('starts with +, - or =');
});

test('a run up to a date includes that whole day, UTC', () => {
  const now = Date.UTC(2026, 10, 23, 12) / 1_000;
  expect(runTerms({ scope: 'all', until: '2026-10-31' }, now).before).toBe(Date.UTC(2026, 10, 1) / 1_000);
  expect(runTerms({ scope: 'all', until: null }, now)).toMatchObject({ before: Number.MAX_SAFE_INTEGER });
});

describe('a line of PayPal’s file', () => {
  test('is an address, `22.00`, USD, our reference, a note and the wallet', () => {
    expect(payPalCells({ address: 'fay@paypal.test', amountCents: 2_200, reference: 'CC-7-1042' })).toEqual([
      'fay@paypal.test',
      '22.00',
      'USD',
      'CC-7-1042',
      'Cache Cards earnings',
      'PAYPAL',
    ]);
    expect([5, 50, 705, 100_000_001].map(formatDollars)).toEqual(['0.05', '0.50', '7.05', '1000000.01']);
  });

  test('round-trips to the cent for every address we accept, and no cell begins with a formula', async () => {
    const line = fc.record({
      address: fc
        .tuple(fc.stringMatching(/^[!-~]{0,12}$/), fc.emailAddress())
        .map((parts) => parts.join(''))
        .filter((email) => v.is(PayoutAddressRequest, { email })),
      amountCents: fc.integer({ min: 1, max: 10_000_000 }),
      reference: fc.stringMatching(/^CC-\d{1,5}-\d{1,7}$/),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 20 }), async (lines) => {
        const text = await createDownload('x.csv', lines.map(payPalCells)).text();
        const cells = readCsv(text);
        expect(cells.map(([, amount]) => Math.round(Number(amount) * 100))).toEqual(lines.map(({ amountCents }) => amountCents));
        expect(cells.map(([address]) => address)).toEqual(lines.map(({ address }) => address));
        expect(cells.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
      }),
    );
  });
});
