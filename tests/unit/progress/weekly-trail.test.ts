/** The weekly trail and medals. Product rules: Trips, weekly trail and medals. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mondayOf, weekOf } from '#schema/progress/weeks.ts';
import { maxRestWeeks, secondsPerDay } from '#schema/rules.ts';
import { deriveProgress, type MemberFacts, type ProgressFind } from '#worker/domain/progress/derive-progress.ts';
import { localWeek } from '#worker/domain/progress/local-day.ts';
import { addWeek, noTrail, presentTrail } from '#worker/domain/progress/weekly-trail.ts';

const trailOf = (weeks: readonly number[]) => weeks.reduce(addWeek, noTrail);
const present = (weeks: readonly number[], current: number) => {
  const { weeks: count, longest, restWeeks, recent } = presentTrail(trailOf(weeks), { current, joined: 0 });
  return { count, longest, restWeeks, states: recent.map(({ state }) => state[0]).join('') };
};
const utc = { current: null, earlier: [] };
const seconds = (iso: string) => Date.parse(iso) / 1_000;

describe('the weekly trail', () => {
  test('counts consecutive weeks with a find, whether or not the current week has one yet', () => {
    expect(present([100, 101, 102], 102)).toMatchObject({ count: 3, states: 'mmmmmmmmmfff' });
    expect(present([100, 101, 102], 103)).toMatchObject({ count: 3, states: 'mmmmmmmmfffo' });
    expect(present([], 103)).toEqual({ count: 0, longest: 0, restWeeks: 0, states: 'mmmmmmmmmmmo' });
  });

  test('ends with a week without a find, and the longest trail stays', () => {
    expect(present([100, 101, 102], 104)).toMatchObject({ count: 0, longest: 3, states: 'mmmmmmmfffmo' });
    expect(present([100, 101, 102, 105], 105)).toMatchObject({ count: 1, longest: 3 });
  });

  test('saves a rest week for every fourth week with a find, two at most, and uses them for weeks without one', () => {
    expect(present([100, 101, 102, 103], 103).restWeeks).toBe(1);
    const year = Array.from({ length: 52 }, (_, index) => 100 + index);
    expect(present(year, 151)).toMatchObject({ count: 52, restWeeks: maxRestWeeks });
    // Two weeks without a find use both rest weeks; a third one ends the trail.
    expect(present(year, 154)).toMatchObject({ count: 52, restWeeks: 0, states: 'fffffffffrro' });
    expect(present(year, 155)).toMatchObject({ count: 0, restWeeks: 0, longest: 52, states: 'ffffffffrrmo' });
    // A find after a rest week continues the trail, and the rest week does not count as a week.
    expect(present([100, 101, 102, 103, 105], 105)).toEqual({ count: 5, longest: 5, restWeeks: 0, states: 'mmmmmmffffrf' });
  });

  test('shows rest weeks as rest weeks after the trail has ended and another has begun', () => {
    const found = [100, 101, 102, 103, 105, 108];
    expect(present(found.slice(0, 5), 107)).toMatchObject({ count: 0, states: 'mmmmffffrfmo' });
    expect(present(found, 108)).toMatchObject({ count: 1, states: 'mmmffffrfmmf' });
    expect(present([100, 101, 102, 103, 107], 107)).toMatchObject({ count: 1, states: 'mmmmffffrmmf' });
  });

  test('leaves out the weeks before the member joined', () => {
    const states = (joined: number) => presentTrail(trailOf([104, 105]), { current: 106, joined }).recent.map(({ state }) => state[0]);
    expect(states(103).join('')).toBe('bbbbbbbbmffo');
    expect(states(50).join('')).toBe('mmmmmmmmmffo');
  });

  test('agrees with a simple model that walks through all weeks', () => {
    const weeks = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 50 }).map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(weeks, fc.integer({ min: 0, max: 5 }), (found, later) => {
        const current = (found.at(-1) ?? 0) + later;
        let [count, rest, longest] = [0, 0, 0];
        for (let week = 1; week <= current; week += 1) {
          if (found.includes(week)) {
            count += 1;
            if (count % 4 === 0 && rest < maxRestWeeks) rest += 1;
          } else if (week < current && count > 0) {
            if (rest > 0) rest -= 1;
            else count = 0;
          }
          longest = Math.max(longest, count);
        }
        expect(present(found, current)).toMatchObject({ count, restWeeks: rest, longest });
      }),
    );
  });

  test('weeks run from Monday to Sunday in the member’s time zone', () => {
    expect([weekOf('2026-11-22'), weekOf('2026-11-23'), weekOf('2026-11-29')].map(mondayOf)).toEqual([
      '2026-11-16',
      '2026-11-23',
      '2026-11-23',
    ]);
    const sundayEvening = seconds('2026-11-22T20:00:00Z');
    expect(mondayOf(localWeek(sundayEvening, utc))).toBe('2026-11-16');
    expect(mondayOf(localWeek(sundayEvening, { current: 'Pacific/Auckland', earlier: [] }))).toBe('2026-11-23');
    expect(mondayOf(localWeek(seconds('2026-11-23T05:00:00Z'), { current: 'America/Los_Angeles', earlier: [] }))).toBe('2026-11-16');
    // The clocks change on Sunday, October 25, 2026, in Berlin.
    expect(mondayOf(localWeek(seconds('2026-10-25T22:59:59Z'), { current: 'Europe/Berlin', earlier: [] }))).toBe('2026-10-19');
    expect(mondayOf(localWeek(seconds('2026-10-25T23:00:00Z'), { current: 'Europe/Berlin', earlier: [] }))).toBe('2026-10-26');
  });

  test('a move to another time zone changes no earlier week', () => {
    const pair = ['2026-11-20T10:00:00Z', '2026-11-22T20:00:00Z'].map(seconds);
    const later = seconds('2026-11-29T20:00:00Z');
    const finds = [...pair, later].map((at) => ({ at, town: null, latitudeE6: null }));
    const zones = { current: 'Pacific/Auckland', earlier: [{ zone: 'America/Denver', until: seconds('2026-11-25T00:00:00Z') }] };
    expect(deriveProgress(facts({ finds: finds.slice(0, 2), zones })).trail.weeks).toBe(1);
    // Sunday evening in UTC is Monday in Auckland, two weeks after the first find's week in Denver.
    expect(deriveProgress(facts({ finds, zones })).trail).toMatchObject({ weeks: 1, longest: 1 });
    expect(mondayOf(localWeek(later, zones))).toBe('2026-11-30');
  });

  test('a year of weekly finds on Sunday evenings, in two time zones', () => {
    const finds = Array.from({ length: 52 }, (_, week) => ({
      at: seconds('2025-11-30T20:00:00Z') + week * 7 * secondsPerDay,
      town: null,
      latitudeE6: null,
    }));
    for (const timeZone of ['America/Denver', 'Pacific/Auckland']) {
      const { trail } = deriveProgress(facts({ finds, zones: { current: timeZone, earlier: [] } }));
      expect(trail).toMatchObject({ weeks: 52, longest: 52, restWeeks: 2 });
    }
    // Two finds in one UTC week are in two weeks of Auckland.
    const pair = [seconds('2026-11-20T10:00:00Z'), seconds('2026-11-22T20:00:00Z')].map((at) => ({ at, town: null, latitudeE6: null }));
    expect(deriveProgress(facts({ finds: pair, zones: { current: 'America/Denver', earlier: [] } })).trail.weeks).toBe(1);
    expect(deriveProgress(facts({ finds: pair, zones: { current: 'Pacific/Auckland', earlier: [] } })).trail.weeks).toBe(2);
  });
});

function facts(known: Partial<MemberFacts>): MemberFacts {
  return { zones: utc, finds: [], placements: [], cardFinds: 0, cardGoalAt: null, thanks: [], ...known };
}

describe('medals', () => {
  const find = (day: string, town: string | null = null, latitudeE6: number | null = null): ProgressFind => ({
    at: seconds(`${day}T12:00:00Z`),
    town,
    latitudeE6,
  });

  test('are dated by the find that reached their goal', () => {
    const finds = Array.from({ length: 10 }, (_, index) => find(`2026-06-${10 + index}`));
    const { medals, counts } = deriveProgress(facts({ finds }));
    expect(medals).toEqual({ finds_1: finds[0]?.at, finds_10: finds[9]?.at });
    expect(counts.finds).toBe(10);
  });

  test('count each town and country once', () => {
    const towns = ['Asheville|North Carolina|US', 'Asheville|North Carolina|US', 'Weimar|Thuringia|DE', 'Weimar|Texas|US', null];
    const { medals, counts } = deriveProgress(facts({ finds: towns.map((town, index) => find(`2026-07-0${index + 1}`, town)) }));
    expect(counts).toMatchObject({ towns: 3, countries: 2 });
    expect(medals).toMatchObject({ towns_3: seconds('2026-07-04T12:00:00Z'), countries_2: seconds('2026-07-03T12:00:00Z') });
  });

  test('know the seasons of both hemispheres', () => {
    const days = ['2026-01-15', '2026-04-15', '2026-07-15'];
    expect(deriveProgress(facts({ finds: days.map((day) => find(day)) })).counts.seasons).toBe(3);
    const finds = [...days.map((day) => find(day)), find('2026-12-01')];
    expect(deriveProgress(facts({ finds })).medals.seasons_4).toBeUndefined();
    // April is autumn in the southern hemisphere.
    expect(deriveProgress(facts({ finds: [...finds, find('2026-12-20', null, -33_900_000)] })).counts.seasons).toBe(3);
    expect(deriveProgress(facts({ finds: [...finds, find('2027-04-01', null, -33_900_000)] })).medals.seasons_4).toBe(
      seconds('2027-04-01T12:00:00Z'),
    );
  });

  test('for placements, a card found 50 times and thanks', () => {
    expect(deriveProgress(facts({ placements: [5, 9], cardFinds: 51, cardGoalAt: 7, thanks: [8] })).medals).toEqual({
      placement: 5,
      card_50: 7,
      thanks_1: 8,
    });
  });
});
