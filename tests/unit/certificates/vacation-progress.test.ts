import { describe, expect, test } from 'vitest';
import { countMissingTokens, vacationProgress } from '#schema/certificates/vacation-progress.ts';
import { certificateOptions } from '#schema/rules.ts';

describe('progress to the next vacation', () => {
  test.each([
    { balance: 0, goal: 'regional-short', needed: 60, percent: 0 },
    { balance: 15, goal: 'regional-short', needed: 45, percent: 25 },
    { balance: 59, goal: 'regional-short', needed: 1, percent: (59 / 60) * 100 },
    { balance: 60, goal: 'regional-long', needed: 30, percent: 100 },
    { balance: 90, goal: 'global', needed: 30, percent: 100 },
    { balance: 119, goal: 'global', needed: 1, percent: 100 },
    { balance: 120, goal: 'regional-short', needed: 0, percent: 100 },
    { balance: 300, goal: 'regional-short', needed: 0, percent: 100 },
  ])('with $balance tokens the goal is $goal, $needed to go', ({ balance, goal, needed, percent }) => {
    const progress = vacationProgress(balance);
    expect(progress.goal.type).toBe(goal);
    expect(progress.tokensNeeded).toBe(needed);
    expect(progress.percent).toBeCloseTo(percent, 8);
  });

  test('shows how many tokens each certificate still needs', () => {
    expect(certificateOptions.map((option) => countMissingTokens(75, option))).toEqual([0, 15, 45]);
  });
});
