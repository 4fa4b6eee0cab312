/** The weekly trail: consecutive weeks with a find. Product rules: Trips, weekly trail and medals. */
import type { WeeklyTrail } from '#schema/progress/progress.ts';
import { mondayOf } from '#schema/progress/weeks.ts';
import { maxRestWeeks, shownTrailWeeks, trailWeeksPerRestWeek } from '#schema/rules.ts';

/** The trail as of the last week with a find. Weeks are numbers (schema/progress/weeks.ts). */
export interface TrailState {
  weeks: number;
  longest: number;
  restWeeks: number;
  firstWeek: number | null;
  lastWeek: number | null;
  /** Bit n is 1 if week `lastWeek` - n had a find. */
  weekBits: number;
  /** Bit n is 1 if a rest week was used for week `lastWeek` - n. */
  restBits: number;
}

export const noTrail: TrailState = { weeks: 0, longest: 0, restWeeks: 0, firstWeek: null, lastWeek: null, weekBits: 0, restBits: 0 };

const bitMask = 2 ** (shownTrailWeeks + 1) - 1;

/** Adds a find in `week`. Further finds in the same week change nothing. */
export function addWeek(state: TrailState, week: number): TrailState {
  const { lastWeek, firstWeek } = state;
  if (lastWeek !== null && week <= lastWeek) return state;
  const missed = lastWeek === null ? 0 : week - lastWeek - 1;
  const isBroken = lastWeek === null || missed > state.restWeeks;
  const weeks = isBroken ? 1 : state.weeks + 1;
  const restWeeks = isBroken ? 0 : state.restWeeks - missed;
  const shift = lastWeek === null ? shownTrailWeeks + 1 : Math.min(week - lastWeek, shownTrailWeeks + 1);
  return {
    weeks,
    longest: Math.max(state.longest, weeks),
    restWeeks: weeks % trailWeeksPerRestWeek === 0 ? Math.min(maxRestWeeks, restWeeks + 1) : restWeeks,
    firstWeek: isBroken ? week : firstWeek,
    lastWeek: week,
    weekBits: ((state.weekBits << shift) | 1) & bitMask,
    restBits: ((state.restBits << shift) | usedRestBits(missed, state.restWeeks)) & bitMask,
  };
}

/** Returns the bits of the weeks for which a rest week was used: the first ones of those missed before the week of bit 0. */
function usedRestBits(missed: number, restWeeks: number): number {
  const used = Array.from({ length: Math.min(missed, restWeeks) }, (_, index) => missed - index);
  return used.filter((bit) => bit <= shownTrailWeeks).reduce((bits, bit) => bits | (1 << bit), 0);
}

/**
 * Describes the trail in the current week. A past week without a find uses up a saved rest week, or ends the trail. `joined` is the week in
 * which the member joined.
 */
export function presentTrail(state: TrailState, { current: currentWeek, joined }: { current: number; joined: number }): WeeklyTrail {
  const { lastWeek, longest } = state;
  const missed = lastWeek === null ? 0 : Math.max(0, currentWeek - lastWeek - 1);
  const isAlive = lastWeek !== null && missed <= state.restWeeks;
  const stateOf = (week: number): WeeklyTrail['recent'][number]['state'] => {
    const hasBit = (bits: number) => lastWeek !== null && week <= lastWeek && ((bits >> (lastWeek - week)) & 1) === 1;
    if (hasBit(state.weekBits)) return 'find';
    if (week === currentWeek) return 'open';
    if (hasBit(state.restBits)) return 'rest';
    if (lastWeek !== null && week > lastWeek && week - lastWeek <= state.restWeeks) return 'rest';
    return week < joined ? 'before' : 'missed';
  };
  const shownWeeks = Array.from({ length: shownTrailWeeks + 1 }, (_, index) => currentWeek - shownTrailWeeks + index);
  return {
    weeks: isAlive ? state.weeks : 0,
    longest,
    restWeeks: isAlive ? state.restWeeks - missed : 0,
    recent: shownWeeks.map((week) => ({ monday: mondayOf(week), state: stateOf(week) })),
  };
}
