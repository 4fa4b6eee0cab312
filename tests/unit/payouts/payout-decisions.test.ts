import { describe, expect, test } from 'vitest';
import type { PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import { checkDecision, type OwedRow, parseHeldReasons, writeHeldReasons } from '#worker/domain/payouts/payout.ts';

const row = (changes: Partial<OwedRow> = {}): OwedRow => ({
  ...{ kind: 'commission', version: 3, status: 'pending', heldReason: null, hasLeft: false },
  ...changes,
});
const held = (heldReason: string, changes: Partial<OwedRow> = {}) => row({ status: 'held', heldReason, ...changes });
const resultOf = (decision: PayoutDecision, of: OwedRow | undefined, version = 3) => {
  const result = checkDecision(of, decision, version);
  return result.ok ? 'decided' : result.refusal;
};

describe('an unpaid commission or chest', () => {
  test.each<[PayoutDecision, OwedRow, string]>([
    ['hold', row(), 'decided'],
    ['hold', row({ kind: 'chest' }), 'decided'],
    ['hold', held('same_card'), 'changed_meanwhile'],
    ['release', held('same_card'), 'decided'],
    ['release', held('administrator', { kind: 'chest' }), 'decided'],
    ['release', row(), 'changed_meanwhile'],
    ['release', held('dispute,same_card'), 'payout_disputed'],
    ['release', held('member_left', { hasLeft: true }), 'member_leaving'],
    ['refuse', row(), 'decided'],
    ['refuse', held('dispute'), 'decided'],
    ['refuse', held('member_left', { hasLeft: true }), 'decided'],
  ])('%s: %o is %s', (decision, of, outcome) => {
    expect(resultOf(decision, of)).toBe(outcome);
  });

  test.each(['hold', 'release', 'refuse'] as const)('is the only one that can be decided on, at the version shown: %s', (decision) => {
    for (const status of ['paid', 'reversed'] as const) expect(resultOf(decision, row({ status }))).toBe('changed_meanwhile');
    for (const status of ['pending', 'held'] as const)
      expect(resultOf(decision, row({ kind: 'reversal', status }))).toBe('changed_meanwhile');
    expect(resultOf(decision, decision === 'release' ? held('same_card') : row(), 2)).toBe('changed_meanwhile');
    expect(resultOf(decision, undefined)).toBe('payout_not_found');
  });
});

test('hold reasons are stored in a fixed order, separated by commas', () => {
  expect(writeHeldReasons(['same_card', 'dispute'])).toBe('dispute,same_card');
  expect(writeHeldReasons([])).toBeNull();
  expect(parseHeldReasons('same_card,dispute')).toEqual(['dispute', 'same_card']);
  expect(parseHeldReasons(null)).toEqual([]);
});
