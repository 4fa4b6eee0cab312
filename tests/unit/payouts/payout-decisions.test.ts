/** What can be decided about a commission or a chest, and by what it is refused. */
import { describe, expect, test } from 'vitest';
import type { PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import { checkDecision, heldReasonsOf, type OwedRow, writeHeldReasons } from '#worker/domain/payouts/payout.ts';

const row = (changes: Partial<OwedRow> = {}): OwedRow => ({
  ...{ kind: 'commission', version: 3, status: 'pending', heldReason: null, hasLeft: false },
  ...changes,
});
const held = (heldReason: string, changes: Partial<OwedRow> = {}) => row({ status: 'held', heldReason, ...changes });
const judged = (decision: PayoutDecision, of: OwedRow | undefined, version = 3) => {
  const result = checkDecision(of, decision, version);
  return result.ok ? 'decided' : result.refusal;
};

describe('what is not paid yet', () => {
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
    expect(judged(decision, of)).toBe(outcome);
  });

  test.each(['hold', 'release', 'refuse'] as const)('alone can be decided, as it was seen: %s', (decision) => {
    for (const status of ['paid', 'reversed'] as const) expect(judged(decision, row({ status }))).toBe('changed_meanwhile');
    for (const status of ['pending', 'held'] as const)
      expect(judged(decision, row({ kind: 'reversal', status }))).toBe('changed_meanwhile');
    expect(judged(decision, decision === 'release' ? held('same_card') : row(), 2)).toBe('changed_meanwhile');
    expect(judged(decision, undefined)).toBe('payout_not_found');
  });
});

test('reasons are kept in one order, with commas between them', () => {
  expect(writeHeldReasons(['same_card', 'dispute'])).toBe('dispute,same_card');
  expect(writeHeldReasons([])).toBeNull();
  expect(heldReasonsOf('same_card,dispute')).toEqual(['dispute', 'same_card']);
  expect(heldReasonsOf(null)).toEqual([]);
});
