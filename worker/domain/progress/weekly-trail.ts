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
}

export const noTrail: TrailState = { weeks: 0, longest: 0, restWeeks: 0, firstWeek: null, lastWeek: null, weekBits: 0 };

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
  };
}

/** Describes the trail in the current week. A past week without a find uses up a saved rest week, or ends the trail. */
export function presentTrail(state: TrailState, currentWeek: number): WeeklyTrail {
  const { lastWeek, firstWeek, longest } = state;
  const missed = lastWeek === null ? 0 : Math.max(0, currentWeek - lastWeek - 1);
  const isAlive = lastWeek !== null && missed <= state.restWeeks;
  const stateOf = (week: number): WeeklyTrail['recent'][number]['state'] => {
    if (lastWeek !== null && week <= lastWeek && ((state.weekBits >> (lastWeek - week)) & 1) === 1) return 'find';
    if (week === currentWeek) return 'open';
    return isAlive && firstWeek !== null && week > firstWeek ? 'rest' : 'missed';
  };
  const shownWeeks = Array.from({ length: shownTrailWeeks + 1 }, (_, index) => currentWeek - shownTrailWeeks + index);
  return {
    weeks: isAlive ? state.weeks : 0,
    longest,
    restWeeks: isAlive ? state.restWeeks - missed : 0,
    recent: shownWeeks.map((week) => ({ monday: mondayOf(week), state: stateOf(week) })),
  };
}
