/** Treasure chests: levels, the 12-month window for keys, due months and the forecast. Product rules: Treasure chests. */
import { describe, expect, test } from 'vitest';
import { countMissingKeys, findChestLevel, nextChestLevel } from '#schema/chests/chest-levels.ts';
import {
  chestMonth,
  computeChestOutlook,
  dueMonths,
  endedMonthsSince,
  listKeyExpiries,
  sumValidKeys,
} from '#worker/domain/chests/chests.ts';
import { getLastSecond, monthStart, monthsLater, utcMonth } from '#worker/domain/chests/months.ts';

const at = (instant: string) => Date.parse(instant) / 1_000;
const keys = (treasureKeys: number, communityKeys: number) => ({ treasureKeys, communityKeys });

describe('chest months', () => {
  test('end at midnight UTC, also across the year', () => {
    expect(utcMonth(at('2026-12-31T23:59:59Z'))).toBe('2026-12');
    expect(utcMonth(at('2027-01-01T00:00:00Z'))).toBe('2027-01');
    expect(monthsLater('2026-12', 1)).toBe('2027-01');
    expect(monthsLater('2026-01', -11)).toBe('2025-02');
    expect(monthStart('2026-03')).toBe(at('2026-03-01T00:00:00Z'));
    expect(getLastSecond('2028-02')).toBe(at('2028-02-29T23:59:59Z'));
  });

  test('count the keys of the 12 months up to their end', () => {
    expect(chestMonth('2026-10')).toEqual({
      month: '2026-10',
      keysFrom: at('2025-11-01T00:00:00Z'),
      lastSecond: at('2026-10-31T23:59:59Z'),
    });
  });
});

describe('the chest level', () => {
  test.each([
    [0, 99, undefined],
    [99, 0, undefined],
    [1, 1, 'Bronze'],
    [4, 99, 'Bronze'],
    [5, 5, 'Silver'],
    [15, 14, 'Silver'],
    [15, 15, 'Gold'],
    [999, 999, 'Gold'],
  ])('of %d Treasure and %d Community Keys is %s', (treasure, community, name) => {
    expect(findChestLevel(keys(treasure, community))?.name).toBe(name);
  });

  test('above comes with the missing keys, and ends with Gold', () => {
    expect(nextChestLevel(0)?.name).toBe('Bronze');
    expect(nextChestLevel(3)).toBeUndefined();
    const silver = nextChestLevel(1);
    expect(silver && countMissingKeys(keys(2, 7), silver)).toEqual(keys(3, 0));
  });
});

describe('the keys that count', () => {
  test('are summed, and never below zero', () => {
    const earned = [
      { month: '2026-01', ...keys(2, 1) },
      { month: '2026-03', ...keys(-5, 1) },
    ];
    expect(sumValidKeys(earned)).toEqual(keys(0, 2));
    expect(sumValidKeys([])).toEqual(keys(0, 0));
  });

  test('expire 12 months after the month they were earned in, oldest first', () => {
    const earned = [
      { month: '2026-03', ...keys(0, 1) },
      { month: '2026-04', ...keys(0, 0) },
      { month: '2025-12', ...keys(2, 0) },
    ];
    expect(listKeyExpiries(earned)).toEqual([
      { countsThrough: '2026-11', ...keys(2, 0) },
      { countsThrough: '2027-02', ...keys(0, 1) },
    ]);
  });
});

describe('due chest months', () => {
  const monthsAt = (now: string, known: Parameters<typeof dueMonths>[0] = [], first: string | null = '2026-08-15T00:00:00Z') =>
    dueMonths(known, first === null ? null : at(first), at(now)).map(({ month }) => month);
  const run = (month: string, instant: string) => ({ month, startedAt: at(instant), finishedAt: at(instant) });

  test('are none before the first membership, nor in its first month', () => {
    expect(monthsAt('2026-11-21T00:00:00Z', [], null)).toEqual([]);
    expect(monthsAt('2026-08-31T23:59:59Z')).toEqual([]);
  });

  test('start with the month of the first membership and have no gaps', () => {
    expect(monthsAt('2026-09-01T00:00:00Z')).toEqual(['2026-08']);
    expect(monthsAt('2026-11-21T00:00:00Z')).toEqual(['2026-08', '2026-09', '2026-10']);
  });

  test('include an earlier month if a membership that began in it becomes known later', () => {
    const known = [run('2026-09', '2026-10-20T00:00:00Z')];
    expect(monthsAt('2026-10-21T00:00:00Z', known, '2026-08-31T23:59:58Z')).toEqual(['2026-08']);
  });

  test('include an unfinished month and those after it', () => {
    const known = [run('2026-08', '2026-09-20T00:00:00Z'), { month: '2026-09', startedAt: at('2026-10-01T00:23:00Z'), finishedAt: null }];
    expect(monthsAt('2026-10-01T01:23:00Z', known)).toEqual(['2026-09']);
    expect(monthsAt('2026-11-01T00:00:00Z', known)).toEqual(['2026-09', '2026-10']);
  });

  test('run again once that month’s memberships are final', () => {
    const early = [run('2026-08', '2026-09-01T00:23:00Z')];
    expect(monthsAt('2026-09-01T01:23:00Z', early)).toEqual([]);
    expect(monthsAt('2026-09-08T23:59:59Z', early)).toEqual([]);
    expect(dueMonths(early, at('2026-08-15T00:00:00Z'), at('2026-09-09T00:23:00Z'))).toMatchObject([
      { month: '2026-08', finishedEarlyAt: at('2026-09-01T00:23:00Z') },
    ]);
    expect(monthsAt('2026-09-09T01:23:00Z', [run('2026-08', '2026-09-09T00:23:00Z')])).toEqual([]);
  });
});

describe('the chest outlook', () => {
  const now = at('2026-11-21T12:00:00Z');
  const paid = { takesPart: true, autoRenew: true, membershipExpiresAt: at('2026-11-25T00:00:00Z') };

  test('projects this month’s chest with today’s keys', () => {
    expect(computeChestOutlook(keys(6, 5), paid, now)).toEqual({
      level: 2,
      next: { level: 3, ...keys(9, 10) },
      projection: { month: '2026-11', level: 2, amount: 6, membershipEndsBefore: false },
    });
  });

  test('promises nothing without keys, and nothing above Gold', () => {
    expect(computeChestOutlook(keys(0, 3), paid, now)).toMatchObject({
      level: 0,
      next: { level: 1, ...keys(1, 0) },
      projection: { amount: 0 },
    });
    expect(computeChestOutlook(keys(15, 15), paid, now)).toMatchObject({ level: 3, next: null, projection: { amount: 20 } });
  });

  test('projects nothing for free members, and warns members whose membership will have ended', () => {
    expect(computeChestOutlook(keys(5, 5), { ...paid, takesPart: false }, now)).toMatchObject({ level: 2, projection: null });
    const leaves = (instant: string) =>
      computeChestOutlook(keys(1, 1), { ...paid, autoRenew: false, membershipExpiresAt: at(instant) }, now).projection
        ?.membershipEndsBefore;
    expect(leaves('2026-11-30T23:59:59Z')).toBe(true);
    expect(leaves('2026-12-01T00:00:00Z')).toBe(false);
  });
});

test('news covers the months that have ended, starting with the month of the start time', () => {
  const monthsOf = (since: string, now: string) => endedMonthsSince(at(since), at(now)).map(({ month }) => month);
  expect(monthsOf('2026-11-30T23:59:59Z', '2026-12-01T00:00:00Z')).toEqual(['2026-11']);
  expect(monthsOf('2026-12-01T00:00:00Z', '2027-01-31T23:59:59Z')).toEqual(['2026-12']);
  expect(monthsOf('2026-10-05T00:00:00Z', '2027-01-02T00:00:00Z')).toEqual(['2026-10', '2026-11', '2026-12']);
  expect(monthsOf('2026-12-05T00:00:00Z', '2026-12-31T23:59:59Z')).toEqual([]);
});
