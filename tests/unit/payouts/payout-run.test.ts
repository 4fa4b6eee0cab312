import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { PayoutAddressRequest } from '#schema/payouts/payout-address.ts';
import { readCsv } from '#tests/support/admin/read-csv.ts';
import { formatDollars } from '#worker/domain/memberships/format-dollars.ts';
import { decideStep, decideUndo, payPalCells, runTerms } from '#worker/domain/payouts/payout-run.ts';
import { createDownload } from '#worker/routes/admin/csv.ts';

const run = { status: 'frozen', version: 3, lines: 2, totalCents: 2_805 } as const;

describe('a step of a payout run', () => {
  test('requires the current version and the right order', () => {
    expect(decideStep(run, 'approve', { version: 3 })).toEqual({ ok: true, value: run });
    expect(decideStep(run, 'approve', { version: 2 })).toMatchObject({ refusal: 'changed_meanwhile' });
    expect(decideStep(run, 'pay', { version: 3 })).toMatchObject({ refusal: 'changed_meanwhile' });
    expect(decideStep({ ...run, status: 'approved' }, 'pay', { version: 3 })).toMatchObject({ ok: true });
    expect(decideStep(undefined, 'pay', { version: 3 })).toMatchObject({ refusal: 'payout_run_not_found' });
    for (const status of ['paying', 'paid', 'cancelled'] as const)
      expect(decideStep({ ...run, status }, 'cancel', { version: 3 })).toMatchObject({ refusal: 'changed_meanwhile' });
  });

  test('with no member left is refused, except canceling', () => {
    expect(decideStep({ ...run, lines: 0 }, 'approve', { version: 3 })).toMatchObject({ refusal: 'payout_run_empty' });
    expect(decideStep({ ...run, lines: 0 }, 'cancel', { version: 3 })).toMatchObject({ ok: true });
  });

  test('above $1,000 requires the total to be typed', () => {
    const large = { ...run, totalCents: 100_001 };
    for (const step of ['approve', 'cancel'] as const) {
      expect(decideStep(large, step, { version: 3 })).toMatchObject({ refusal: 'payout_total_differs' });
      expect(decideStep(large, step, { version: 3, totalCents: 100_000 })).toMatchObject({ refusal: 'payout_total_differs' });
      expect(decideStep(large, step, { version: 3, totalCents: 100_001 })).toMatchObject({ ok: true });
    }
    expect(decideStep({ ...run, totalCents: 100_000 }, 'approve', { version: 3 })).toMatchObject({ ok: true });
  });
});

describe('undoing that a run was marked as paid', () => {
  const paid = {
    status: 'paid',
    version: 9,
    paidAt: 1_000,
    isReturned: 0,
    isReversed: 0,
    isChanged: 0,
    isInOtherRun: 0,
    isMailed: 0,
  } as const;

  test('works for 15 minutes, also while payments are still being recorded', () => {
    expect(decideUndo(paid, 9, 1_000 + 899)).toMatchObject({ ok: true });
    expect(decideUndo({ ...paid, status: 'paying' }, 9, 1_000)).toMatchObject({ ok: true });
    expect(decideUndo(paid, 9, 1_000 + 900)).toMatchObject({ refusal: 'payout_undo_late' });
    expect(decideUndo(paid, 8, 1_000)).toMatchObject({ refusal: 'changed_meanwhile' });
    expect(decideUndo({ ...paid, status: 'approved', paidAt: null }, 9, 1_000)).toMatchObject({ refusal: 'changed_meanwhile' });
    expect(decideUndo(undefined, 9, 1_000)).toMatchObject({ refusal: 'payout_run_not_found' });
  });

  test.each([
    ['isReturned', 'payout_undo_returned'],
    ['isReversed', 'payout_undo_reversed'],
    ['isChanged', 'payout_undo_changed'],
    ['isInOtherRun', 'payout_undo_in_run'],
    ['isMailed', 'payout_undo_late'],
  ] as const)('is refused with its reason: %s', (fact, refusal) => {
    expect(decideUndo({ ...paid, [fact]: 1 }, 9, 1_000)).toMatchObject({ refusal });
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
