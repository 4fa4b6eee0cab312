/** What a member can reach next. */
import { expect, test } from 'vitest';
import { type MedalId, medals } from '#schema/progress/medals.ts';
import type { Progress } from '#schema/progress/progress.ts';
import { noProgress } from '#tests/support/progress/progress.ts';
import { nextGoals } from '#web/features/progress/goals/next-goals.ts';

const sedona = { destinationId: 'sedona', name: 'Sedona', country: 'United States', type: 'regional-short', tokens: 60 } as const;

/** A member with two years of finds in 46 towns, who has earned all but the most distant medals. */
const traveled: Progress = {
  ...noProgress,
  trip: sedona,
  trail: { ...noProgress.trail, weeks: 9, longest: 40, restWeeks: 1 },
  medals: noProgress.medals.map(({ id }) => {
    const open: Partial<Record<MedalId, number>> = { towns_50: 46, card_50: 12, thanks_10: 4, thanks_50: 4 };
    const count = open[id];
    return count === undefined ? { id, count: medals[id].goal, earnedOn: '2026-03-01' } : { id, count, earnedOn: null };
  }),
};

const describeGoals = (progress: Progress, tokens: number) => nextGoals(progress, tokens).map(({ name, text }) => `${name}: ${text}`);

test('a traveled member who has just redeemed their tokens has twelve goals in sight, the most complete first', () => {
  expect(describeGoals(traveled, 3)).toEqual([
    'Town collector: 46 of 50 towns',
    '12-week trail: 9 of 12 weeks',
    'Well liked: 4 of 10 thank-yous',
    '10-token stop: 7 tokens to go',
    'Rest week: 1 of 4 weeks',
    'Crowd favorite: 12 of 50 finds of one card',
    '20-token stop: 17 tokens to go',
    '30-token stop: 27 tokens to go',
    'Beloved: 4 of 50 thank-yous',
    'Your trip to Sedona: 57 tokens to go',
    '26-week trail: 9 of 26 weeks',
    '39-week trail: 9 of 39 weeks',
    '52-week trail: 9 of 52 weeks',
    '78-week trail: 9 of 78 weeks',
  ]);
});

test('a newcomer starts with the goals that take the fewest steps', () => {
  const goals = describeGoals(noProgress, 0);
  expect(goals.length).toBeGreaterThanOrEqual(12);
  expect(goals.slice(0, 3)).toEqual([
    'First find: Find your first card',
    'Trailblazer: Place a card that someone finds',
    'Thank you: Get thanked for a note',
  ]);
});

test('a trip that is paid for is no goal, and owed tokens do not lead past the start', () => {
  expect(describeGoals(traveled, 118).filter((goal) => /stop|trip/.test(goal))).toEqual([]);
  expect(describeGoals(traveled, -5)).toContain('Your trip to Sedona: 60 tokens to go');
});

test.each([0, 1, 9, 51, 104, 208, 300])('at least twelve goals are in sight after %s weeks, whatever is earned', (weeks) => {
  const earned = noProgress.medals.map(({ id }) => ({ id, count: medals[id].goal, earnedOn: '2026-03-01' }));
  for (const all of [earned, traveled.medals, noProgress.medals])
    for (const tokens of [0, 3, 51, 60, 89, 300, 5_300])
      for (const trip of [null, sedona]) {
        const goals = nextGoals({ ...traveled, medals: all, trip, trail: { ...traveled.trail, weeks, restWeeks: 2 } }, tokens);
        expect(goals.length).toBeGreaterThanOrEqual(12);
        expect(goals.every(({ count, goal }) => count < goal)).toBe(true);
      }
});

test('no rest week is in sight while two are saved', () => {
  const saved = { ...traveled, trail: { ...traveled.trail, restWeeks: 2 } };
  expect(nextGoals(saved, 0).some(({ id }) => id === 'rest_week')).toBe(false);
});
